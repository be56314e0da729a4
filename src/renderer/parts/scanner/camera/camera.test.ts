import { expect, test, vi } from 'vitest'
import { createCamera, type CameraPlatform } from './camera.ts'

/** A browser with cameras to plug and permissions to refuse. It records the calls, in order. */
function fakeBrowser() {
  const log: string[] = []
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  })
  const permission = Object.assign(new EventTarget(), { state: 'prompt' as PermissionState })
  let cameras = [{ kind: 'videoinput', deviceId: 'a', label: 'Built-in' }]
  let failure: string | null = null
  const tracks: EventTarget[] = []
  const mediaDevices = Object.assign(new EventTarget(), {
    async getUserMedia() {
      log.push('getUserMedia')
      if (failure !== null) throw new DOMException('', failure)
      const track = Object.assign(new EventTarget(), {
        label: 'Built-in',
        getSettings: () => ({ deviceId: 'a' }),
        getCapabilities: () => ({}),
        stop: () => log.push('stop'),
      })
      tracks.push(track)
      return { getVideoTracks: () => [track], getTracks: () => [track] }
    },
    enumerateDevices: async () => cameras,
  })
  const platform = {
    mediaDevices,
    permissions: { query: async () => permission },
    document: page,
    window: new EventTarget(),
    memory: { load: () => null, save: () => undefined },
    ahead: { take: () => undefined },
    setScannerOpen: async (open: boolean) => void log.push(open ? 'open' : 'closed'),
  } as unknown as CameraPlatform // the members in use, of types with many more
  return {
    log,
    platform,
    show(visibility: DocumentVisibilityState) {
      page.visibilityState = visibility
      page.dispatchEvent(new Event('visibilitychange'))
    },
    failWith: (name: string | null) => void (failure = name),
    allow() {
      permission.state = 'granted'
      permission.dispatchEvent(new Event('change'))
    },
    unplug() {
      cameras = []
      tracks.at(-1)?.dispatchEvent(new Event('ended'))
    },
    plugIn() {
      cameras = [{ kind: 'videoinput', deviceId: 'a', label: 'Built-in' }]
      mediaDevices.dispatchEvent(new Event('devicechange'))
    },
  }
}

async function opened(
  prepare: (browser: ReturnType<typeof fakeBrowser>) => void = () => undefined,
) {
  const browser = fakeBrowser()
  prepare(browser)
  const camera = createCamera(browser.platform)
  camera.open()
  await vi.waitFor(() => expect(camera.model().camera.kind).not.toBe('starting'))
  const becomes = (kind: string) => vi.waitFor(() => expect(camera.model().camera.kind).toBe(kind))
  return { browser, camera, becomes }
}

test('main is asked for permission before the browser, and told when the camera has stopped', async () => {
  const { browser, camera } = await opened()
  expect(camera.model().camera.kind).toBe('live')
  camera.close()
  expect(browser.log).toEqual(['open', 'getUserMedia', 'stop', 'closed'])
  camera.dispose()
})

test('a hidden page stops the camera and starts it again when shown', async () => {
  const { browser, camera, becomes } = await opened()
  browser.show('hidden')
  expect(camera.model().camera.kind).toBe('off')
  expect(browser.log.slice(-2)).toEqual(['stop', 'closed'])
  browser.show('visible')
  await becomes('live')
  camera.dispose()
})

test('closed while main decides: the browser is never asked', async () => {
  const browser = fakeBrowser()
  const camera = createCamera(browser.platform)
  camera.open()
  camera.close()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(browser.log).toEqual(['open', 'closed'])
  camera.dispose()
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['SomethingNew', 'busy'],
])('the error %s means that the camera is %s', async (name, kind) => {
  const { camera } = await opened((browser) => browser.failWith(name))
  expect(camera.model().camera.kind).toBe(kind)
  camera.dispose()
})

test('refused, then allowed in the settings: it starts again without a press', async () => {
  const { browser, camera, becomes } = await opened((fake) => fake.failWith('NotAllowedError'))
  browser.failWith(null)
  browser.allow()
  await becomes('live')
  camera.dispose()
})

test('unplugged and plugged in again: it starts again without a press', async () => {
  const { browser, camera, becomes } = await opened()
  browser.unplug()
  await becomes('unplugged')
  browser.plugIn()
  await becomes('live')
  camera.dispose()
})

test('a page without mediaDevices is not secure enough for a camera', async () => {
  const { platform } = fakeBrowser()
  const camera = createCamera({ ...platform, mediaDevices: undefined })
  camera.open()
  await vi.waitFor(() => expect(camera.model().camera.kind).toBe('insecure'))
  camera.dispose()
})
