/**
 * Script that runs in our own page, as after a fault of ours or of a library: it has the desktop bridge and the origin, so
 * neither helps against it. What it must not get is a token, a file, another program, or a second way to main.
 */
import { INVOKE_CHANNELS, type InvokeChannel } from '#shared/contract/desktop/ipc.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { invoke, openQuietPage, readableInPage, signIn } from './in-page.ts'

const CHANNELS = Object.keys(INVOKE_CHANNELS) as InvokeChannel[] // the keys of the table are its type

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), 'core')
/** Arguments that no page of ours sends. Those that a channel accepts by its shape are left out for it. */
const HOSTILE: readonly (readonly unknown[])[] = [
  ['more', 'and', 'more'],
  [null],
  [-1],
  [Number.NaN],
  ['x'.repeat(200_000)],
  ['../../../../etc/passwd'],
  ['file:///etc/passwd'],
  ['javascript:alert(1)'],
  [['x']],
  [{ toString: 'x', valueOf: 1 }],
  [{ path: '/etc/passwd', url: 'https://evil.example/', fileName: '../x' }],
  [{ serverUrl: 'http://127.0.0.1:1/', apiUrl: 'https://evil.example' }],
  [deep(50)],
  [Array.from({ length: 10_000 }, () => 'x')],
]

test('no channel accepts arguments of another shape, and main goes on', async ({
  desktop: { page },
}) => {
  // The page tells main its language after the start: settings that are read before would differ.
  await expect
    .poll(async () => (await invoke(page, 'settings:get')) as { readonly language: unknown })
    .not.toMatchObject({ language: null })
  const settings = await invoke(page, 'settings:get')
  for (const channel of CHANNELS) {
    const { input } = INVOKE_CHANNELS[channel]
    for (const given of HOSTILE.filter((each) => !input.safeParse(each).success)) {
      expect(await invoke(page, channel, ...given), channel).toMatch(
        /^refused: .*(does not take these arguments|failed|is not open to this page)$/,
      )
    }
  }
  // A name that every object inherits sets nothing, neither here nor in the settings.
  await invoke(
    page,
    'settings:change',
    JSON.parse('{"__proto__":{"serverUrl":"https://evil.example"}}'),
  )
  expect(await invoke(page, 'settings:get')).toEqual(settings)
  expect(await invoke(page, 'app:info')).toMatchObject({ kiosk: false })
})

test('a page that replaces the language’s own functions gets no further channel', async ({
  desktop: { page },
  engineInUse,
}) => {
  const result = await page.evaluate(async () => {
    // In Electron the bridge runs in a world of its own, so none of this reaches it.
    Object.hasOwn = () => true
    Object.assign(Object.prototype, { 'no:such-channel': true })
    const { wld } = globalThis as unknown as {
      wld: {
        invoke(...all: unknown[]): Promise<unknown>
        on(channel: string, listener: (...given: unknown[]) => void): unknown
      }
    } // the desktop bridge, without its types
    const attempt = (run: () => unknown): Promise<string> =>
      new Promise((resolve) => {
        try {
          Promise.resolve(run()).then(
            () => resolve('accepted'),
            (error: unknown) => resolve((error as Error).message), // what a bridge rejects with
          )
        } catch (error) {
          resolve((error as Error).message) // what a bridge throws
        }
      })
    return {
      invoked: await attempt(() => wld.invoke('no:such-channel')),
      inherited: await attempt(() => wld.invoke('toString')),
      listened: await attempt(() => wld.on('no:such-channel', () => undefined)),
      replaced: await attempt(() => Object.assign(wld, { invoke: () => 'mine' })),
    }
  })
  // The stand-in has one world for both, so the bridge is misled there; main has no handler all the same.
  const refused = expect.stringMatching(/There is no such channel|No handler registered/)
  expect(result).toMatchObject({
    invoked: refused,
    inherited: refused,
    replaced: expect.stringMatching(/read.?only|Cannot assign/i),
  })
  if (engineInUse.kind === 'electron') expect(result.listened).toMatch(/There is no such channel/)
})

test('frames, workers and windows of the page have no bridge', async ({ desktop: { page } }) => {
  const found = await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inFrame = 'wld' in (frame.contentWindow ?? {})
    const opened = window.open('about:blank')
    const source = `postMessage(['wld','require','process'].filter((name) => name in self))`
    const inWorker = await new Promise<unknown>((resolve) => {
      try {
        const worker = new Worker(URL.createObjectURL(new Blob([source])))
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = () => resolve('blocked')
      } catch {
        resolve('blocked')
      }
    })
    return { inFrame, opened: opened === null, inWorker }
  })
  expect(found).toEqual({ inFrame: false, opened: true, inWorker: 'blocked' })
})

test('a signed-in page finds no token by any channel, storage or reply', async ({
  desktop,
  api,
}) => {
  await signIn(desktop.page)
  await openQuietPage(desktop.page)
  const replies: string[] = []
  // Channels without arguments are the ones that tell something about the app.
  for (const channel of CHANNELS.filter(
    (each) => INVOKE_CHANNELS[each].input.safeParse([]).success,
  ))
    if (!['diagnostics:copy', 'kiosk:lock', 'queue:export', 'card:print'].includes(channel))
      replies.push(JSON.stringify(await invoke(desktop.page, channel)) ?? '')
  const readable = `${replies.join('\n')}\n${await readableInPage(desktop.page)}`
  expect(replies.length).toBeGreaterThan(5)
  expect(api.tokens.length).toBeGreaterThan(0)
  for (const token of api.tokens) expect(readable).not.toContain(token)
})
