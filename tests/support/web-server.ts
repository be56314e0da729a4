/** The web servers of deploy/ in front of a server of the tests: the files as they are shipped, with ports of this run. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'

const START_MAX_MS = 30_000
const shipped = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')

export interface WebServer {
  readonly url: string
  /** What it wrote so far, to its logs and to the terminal. */
  logs(): Promise<string>
  stop(): Promise<void>
}
interface Kind {
  readonly program: string
  /** Arguments; writes its settings into the folder. */
  prepare(folder: string, port: number, behind: number): Promise<readonly string[]>
}

const KINDS = {
  Caddy: {
    program: '/usr/bin/caddy',
    async prepare(folder) {
      const file = join(folder, 'Caddyfile')
      await writeFile(file, shipped('Caddyfile'))
      return ['run', '--config', file, '--adapter', 'caddyfile']
    },
  },
  nginx: {
    program: '/usr/sbin/nginx',
    async prepare(folder, port, behind) {
      // A certificate and port 80 belong to a real host; all other lines are the shipped ones.
      const [site = ''] = shipped('nginx.conf').split(/^\}$/m)
      const lines = site
        .replaceAll(/^\s*(?:listen|ssl_\w+|server_name) .*$/gm, '')
        .replace('server {', `server {\n\tlisten 127.0.0.1:${port};`)
        .replaceAll('127.0.0.1:4310', `127.0.0.1:${behind}`)
      const file = join(folder, 'nginx.conf')
      await writeFile(
        file,
        `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
${lines}}
}
`,
      )
      return ['-c', file, '-e', join(folder, 'error.log')]
    },
  },
} as const satisfies Readonly<Record<string, Kind>>
export type WebServerName = keyof typeof KINDS
export const WEB_SERVERS = Object.keys(KINDS) as WebServerName[] // the keys of the table above
export const hasWebServer = (name: WebServerName): boolean => existsSync(KINDS[name].program)

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve((socket.destroy(), true)))
    socket.once('error', () => resolve(false))
  })

/** @param behind port of the server that it passes calls to */
export async function startWebServer(name: WebServerName, behind: number): Promise<WebServer> {
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-front-'))
  const [port, adminPort] = [await freePort(), await freePort()]
  const { program, prepare } = KINDS[name]
  const child = spawn(program, await prepare(folder, port, behind), {
    env: {
      SITE_HOST: `http://127.0.0.1:${port}`,
      UPSTREAM: `127.0.0.1:${behind}`,
      CADDY_ADMIN: `127.0.0.1:${adminPort}`,
      HOME: folder,
    },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += String(chunk)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const logs = async (): Promise<string> => {
    const files = ['access.log', 'error.log'].map((file) =>
      readFile(join(folder, file), 'utf8').catch(() => ''),
    )
    return [printed, ...(await Promise.all(files))].join('\n')
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let waitedMs = 0; !(await isOpen(port)); waitedMs += 50) {
    if (waitedMs > START_MAX_MS || child.exitCode !== null) {
      const said = await logs()
      await stop()
      throw new Error(`${name} did not start: ${said}`)
    }
    await sleep(50)
  }
  return { url: `http://127.0.0.1:${port}`, logs, stop }
}
