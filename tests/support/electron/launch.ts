/** The functions of a running app that the specs use, on either engine. */
import type { Page } from '@playwright/test'
import type { StandIn } from './electron.ts'
import { launchPackaged } from './launch-packaged.ts'
import { launchReal } from './launch-real.ts'
import { launchStandIn } from './launch-standin.ts'

export type Engine =
  | { readonly kind: 'standin' }
  | { readonly kind: 'electron' | 'packaged'; readonly path: string }

export interface LaunchOptions {
  /** Folder that holds package.json and `out`. */
  readonly appFolder: string
  /** The main bundle. */
  readonly main: string
  readonly profile: string
  readonly env: Readonly<Record<string, string>>
  readonly chromiumArgs: readonly string[]
  readonly camera: boolean
  /** Arguments of the app itself, such as `--kiosk` or a link. */
  readonly args: readonly string[]
}

export interface LaunchedApp {
  /** Runs the function in the main process with the exports of `electron`; it must not use variables from outside. */
  evaluate<R, A = undefined>(
    run: (electron: StandIn, arg: A) => R | Promise<R>,
    arg?: A,
  ): Promise<R>
  output(): string
  windows(): Page[]
  firstWindow(): Promise<Page>
  /** Starts a second process on the same profile, with its own arguments; resolves with its exit code. */
  startSecond(args?: readonly string[]): Promise<number | null>
  /** Resolves with the exit code of the main process when it ends. */
  exited(): Promise<number | null>
  close(): Promise<void>
}

export function launch(engine: Engine, options: LaunchOptions): Promise<LaunchedApp> {
  if (engine.kind === 'standin') return launchStandIn(options)
  return (engine.kind === 'packaged' ? launchPackaged : launchReal)(engine.path, options)
}
