/**
 * Starts an installed app as a person does. Its fuses close every way into main, and it refuses to run without its sandbox,
 * so a test reaches its pages and nothing else.
 */
import { spawn } from 'node:child_process'
import { chromium } from '@playwright/test'
import type { LaunchedApp, LaunchOptions } from './launch.ts'

const START_MAX_MS = 60_000

export async function launchPackaged(
  executablePath: string,
  { profile, env, chromiumArgs, args: appArgs }: LaunchOptions,
): Promise<LaunchedApp> {
  const args = [
    '--remote-debugging-port=0',
    '--lang=en-GB',
    `--user-data-dir=${profile}/userData`,
    ...chromiumArgs,
    ...appArgs,
  ]
  const fullEnv = { ...(process.env as Record<string, string>), ...env } // the environment of a child process has no undefined values
  const child = spawn(executablePath, args, { env: fullEnv, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  let output = ''
  const endpoint = await new Promise<string>((resolve, reject) => {
    const refuse = (): void => reject(new Error(`${executablePath} did not start: ${output}`))
    child.stderr.on('data', (chunk: Buffer) => {
      output += String(chunk)
      const [, address] = /DevTools listening on (ws:\S+)/.exec(output) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('error', reject)
    void exited.then(refuse)
    setTimeout(refuse, START_MAX_MS).unref()
  })
  // Electron has no contexts of its own to set up.
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true })
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('The app has no pages')
  return {
    evaluate: () => Promise.reject(new Error('An installed app lets nobody into main')),
    output: () => output,
    windows: () => context.pages(),
    firstWindow: async () => context.pages()[0] ?? context.waitForEvent('page'),
    startSecond: (moreArgs = []) =>
      new Promise((resolve) => {
        const all = [...args, ...moreArgs]
        spawn(executablePath, all, { env: fullEnv, stdio: 'ignore' }).once('exit', resolve)
      }),
    exited: () => exited,
    // As a power cut: a kiosk refuses to quit.
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
