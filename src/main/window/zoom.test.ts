import { EventEmitter } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { SettingsChange } from '#shared/contract/desktop/ipc-desktop.ts'
import { createZoom, stepZoom } from './zoom.ts'

describe('a step', () => {
  test.each([
    [1, 'in', 1.1],
    [1, 'out', 0.9],
    [3, 'in', 3],
    [0.5, 'out', 0.5],
    [1.05, 'in', 1.1],
    [1.05, 'out', 1],
    [0.67, 'in', 0.75],
    [2.9, 'in', 3],
    [0.55, 'out', 0.5],
  ] as const)('from %d %s: %d', (from, direction, to) => expect(stepZoom(from, direction)).toBe(to))
  test('there and back is where it was', () => {
    let factor = 1
    for (let count = 0; count < 20; count++) factor = stepZoom(factor, 'in')
    expect(factor).toBe(3)
    for (let count = 0; count < 20; count++) factor = stepZoom(factor, 'out')
    expect(factor).toBe(0.5)
  })
})

function zooming(
  zoom = 1,
  change: (change: SettingsChange) => Promise<never> = async () => undefined as never,
  inKiosk = false,
) {
  const stored = { zoom }
  const listeners = new Set<() => void>()
  const changed = vi.fn(change)
  const settings = {
    get: () => stored as never,
    change: changed,
    onChange: (listener: () => void) => (listeners.add(listener), () => undefined),
  }
  const log = vi.fn()
  const made = createZoom({ settings, inKiosk: () => inKiosk, log })
  const page = () =>
    Object.assign(new EventEmitter(), { setZoomFactor: vi.fn(), isDestroyed: () => false })
  const elsewhere = (next: number) => {
    stored.zoom = next
    for (const listener of listeners) listener()
  }
  return { zoom: made, page, changed, log, elsewhere }
}

test('a page is drawn as it was at the last start, after each load', () => {
  const { zoom, page } = zooming(1.5)
  const contents = page()
  zoom.follow(contents as never) // the members that are used
  contents.emit('did-navigate')
  expect(contents.setZoomFactor.mock.calls).toEqual([[1.5]])
})
test('in the kiosk neither the wheel nor the menu changes the size', () => {
  const { zoom, page, changed } = zooming(1.25, undefined, true)
  const contents = page()
  zoom.follow(contents as never) // the members that are used
  contents.emit('zoom-changed', {}, 'in')
  zoom.zoomOut()
  zoom.zoomReset()
  expect(contents.setZoomFactor).not.toHaveBeenCalled()
  expect(changed).not.toHaveBeenCalled()
})
test('larger, smaller, as at first: every page at once, and it is kept', () => {
  const { zoom, page, changed } = zooming()
  const [one, two] = [page(), page()]
  zoom.follow(one as never)
  zoom.follow(two as never)
  zoom.zoomIn()
  zoom.zoomIn()
  zoom.zoomOut()
  zoom.zoomReset()
  zoom.zoomReset()
  for (const contents of [one, two])
    expect(contents.setZoomFactor.mock.calls).toEqual([[1.1], [1.25], [1.1], [1]])
  expect(changed.mock.calls).toEqual([
    [{ zoom: 1.1 }],
    [{ zoom: 1.25 }],
    [{ zoom: 1.1 }],
    [{ zoom: 1 }],
  ])
})
test('at the ends nothing happens', () => {
  const { zoom, changed } = zooming(3)
  zoom.zoomIn()
  expect(changed).not.toHaveBeenCalled()
})
test('the wheel of the mouse changes the zoom by steps', () => {
  const { zoom, page } = zooming()
  const contents = page()
  zoom.follow(contents as never)
  contents.emit('zoom-changed', {}, 'in')
  contents.emit('zoom-changed', {}, 'out')
  expect(contents.setZoomFactor.mock.calls).toEqual([[1.1], [1]])
})
test('a factor that was chosen in the settings', () => {
  const { zoom, page, elsewhere, changed } = zooming()
  const contents = page()
  zoom.follow(contents as never)
  elsewhere(2)
  elsewhere(2)
  expect(contents.setZoomFactor.mock.calls).toEqual([[2]])
  expect(changed).not.toHaveBeenCalled()
})
test('a page that is gone is left alone', () => {
  const { zoom, page } = zooming()
  const contents = page()
  zoom.follow(contents as never)
  contents.emit('destroyed')
  zoom.zoomIn()
  expect(contents.setZoomFactor).not.toHaveBeenCalled()
})
test('it applies also when the disk refuses', async () => {
  const { zoom, page, log } = zooming(1, () => Promise.reject(new Error('full')))
  const contents = page()
  zoom.follow(contents as never)
  zoom.zoomIn()
  expect(contents.setZoomFactor.mock.calls).toEqual([[1.1]])
  await vi.waitFor(() =>
    expect(log).toHaveBeenCalledWith('warn', 'zoom.not-kept', expect.anything()),
  )
})
