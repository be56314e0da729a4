/** Starts the built app on the real Electron. */
import { spawn } from 'node:child_process'
import { _electron } from '@playwright/test'
import { sandboxArgs } from '../chromium.ts'
import type { LaunchedApp, LaunchOptions } from './launch.ts'

export async function launchReal(
  executablePath: string,
  { appFolder, profile, env, chromiumArgs, args: appArgs }: LaunchOptions,
): Promise<LaunchedApp> {
  const args = [
    ...sandboxArgs,
    '--lang=en-GB',
    `--user-data-dir=${profile}/userData`,
    ...chromiumArgs,
    appFolder,
  ]
  const fullEnv = { ...(process.env as Record<string, string>), ...env } // the environment of a child process has no undefined values
  const app = await _electron.launch({ executablePath, args: [...args, ...appArgs], env: fullEnv })
  let output = ''
  app.process().stderr?.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const exited = new Promise<number | null>((resolve) => void app.process().once('exit', resolve))
  return {
    evaluate: (run, arg) => app.evaluate(run as never, arg as never), // the exports of the stand-in are a part of those of Electron
    output: () => output,
    windows: () => app.windows(),
    firstWindow: () => app.firstWindow(),
    startSecond: (secondArgs = []) =>
      new Promise((resolve) => {
        const second = spawn(executablePath, [...args, ...secondArgs], {
          env: fullEnv,
          stdio: 'ignore',
        })
        second.once('exit', resolve)
      }),
    exited: () => exited,
    close: () => app.close(),
  }
}
