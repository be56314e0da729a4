/** Starts the built app on the stand-in. */
import { fork } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { chromiumPath, headlessShellPath, QUIET_ARGS } from '../chromium.ts'
import type { LaunchedApp, LaunchOptions } from './launch.ts'

const QUIT_LIMIT_MS = 5_000

export async function launchStandIn({
  main,
  profile,
  env,
  chromiumArgs,
  camera,
  args,
}: LaunchOptions): Promise<LaunchedApp> {
  const browserProfile = join(profile, 'chromium')
  const portFile = join(browserProfile, 'DevToolsActivePort')
  rmSync(portFile, { force: true }) // from an earlier start on the same profile
  const executablePath = camera ? chromiumPath() : headlessShellPath()
  const context = await chromium.launchPersistentContext(browserProfile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      ...QUIET_ARGS,
      '--remote-debugging-port=0',
      '--host-resolver-rules=MAP * ~NOTFOUND',
      ...chromiumArgs,
    ],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })
  // Chromium creates the file first and writes it then: the port, and the path on the next line.
  const readPort = (): string | undefined =>
    existsSync(portFile) ? /^(\d+)\n/.exec(readFileSync(portFile, 'utf8'))?.[1] : undefined
  let port = readPort()
  for (; port === undefined; port = readPort()) await sleep(20)
  const blank = context.pages()
  const first = context.waitForEvent('page', { timeout: 0 })
  first.catch(() => undefined) // reported by firstWindow

  let output = ''
  const register = ['--import', new URL('register.ts', import.meta.url).href]
  const standInEnv = {
    ...process.env,
    NODE_COMPILE_CACHE: join(tmpdir(), 'wld-standin-compiled'), // the stand-in is TypeScript, loaded again at each start
    ...env,
    STANDIN_CDP: `http://127.0.0.1:${port}`,
    STANDIN_PROFILE: profile,
  }
  const child = fork(main, args, {
    execArgv: register,
    env: standInEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const collect = (chunk: Buffer): void => {
    output += String(chunk)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const exited = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  const disconnected = new Promise<void>((resolve) => void child.once('disconnect', resolve))

  let lastId = 0
  const evaluate: LaunchedApp['evaluate'] = (run, arg) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const answer = (message: { id: number; value?: never; error?: string }): void => {
        if (message.id !== id) return
        child.off('message', answer)
        if (message.error === undefined) resolve(message.value as never) // typed by the function that ran
        else reject(new Error(message.error))
      }
      child.on('message', answer)
      void disconnected.then(() => reject(new Error('The main process ended before it answered'))) // has no effect after a reply
      child.send({ id, source: String(run), arg }, (error) => error !== null && reject(error))
    })

  return {
    evaluate,
    output: () => output,
    windows: () => context.pages().filter((page) => !blank.includes(page)),
    async firstWindow(): Promise<Page> {
      const ended = exited.then((code) => {
        throw new Error(`The main process ended with ${code} before its first window\n${output}`)
      })
      const page = await Promise.race([first, ended])
      await page.waitForURL((url) => url.hostname.endsWith('.standin'))
      return page
    },
    async startSecond(secondArgs = []): Promise<number | null> {
      const second = fork(main, secondArgs, {
        execArgv: register,
        env: standInEnv,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      return new Promise((resolve) => void second.once('exit', resolve))
    },
    exited: () => exited,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        await evaluate(({ app }) => void setImmediate(() => app.quit())).catch(() => undefined)
        if ((await Promise.race([exited, sleep(QUIT_LIMIT_MS, 'late')])) === 'late') {
          child.kill('SIGKILL')
          await exited // its lock on the profile ends with the process
        }
      }
      await context.close()
    },
  }
}
