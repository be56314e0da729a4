import { EventEmitter } from 'node:events'
import type { Rectangle } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { createKioskDisplays, spreadKiosk } from './kiosk-displays.ts'

const LEFT = { id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 } }
const RIGHT = { id: 2, bounds: { x: 1920, y: 0, width: 1280, height: 800 } }
const ABOVE = { id: 3, bounds: { x: 0, y: -768, width: 1024, height: 768 } }

describe('the window', () => {
  test.each([
    ['stays on the only display', [LEFT], { x: 10, y: 10, width: 800, height: 600 }, 1, []],
    ['fills the display where it is', [LEFT, RIGHT], RIGHT.bounds, 2, [1]],
    [
      'lies over two: its middle counts',
      [LEFT, RIGHT],
      { x: 1000, y: 0, width: 1280, height: 800 },
      1,
      [2],
    ],
    [
      'lies over two, more on the other',
      [LEFT, RIGHT],
      { x: 1600, y: 0, width: 1280, height: 800 },
      2,
      [1],
    ],
    ['is on a display that is gone', [LEFT, ABOVE], RIGHT.bounds, 1, [3]],
    ['is above the main display', [LEFT, ABOVE], ABOVE.bounds, 3, [1]],
  ] as const)('%s', (_case, displays, bounds, home, blank) => {
    const spread = spreadKiosk(displays, bounds)
    expect([spread?.home.id, spread?.blank.map(({ id }) => id)]).toEqual([home, blank])
  })
  test('without a display there is no place', () =>
    expect(spreadKiosk([], LEFT.bounds)).toBeUndefined())
})

function door(canPlace = true) {
  const displays = { all: [LEFT, RIGHT] as (typeof LEFT)[] }
  const screen = Object.assign(new EventEmitter(), {
    getAllDisplays: () => displays.all,
    getPrimaryDisplay: () => displays.all[0],
  })
  let bounds: Rectangle = LEFT.bounds
  let on = true
  const held = {
    getBounds: () => bounds,
    setBounds: vi.fn((next: Rectangle) => void (bounds = next)),
    setKiosk: vi.fn<(kiosk: boolean) => void>(),
    isDestroyed: () => false,
  }
  const black: Rectangle[] = []
  const made = createKioskDisplays({
    screen: screen as never, // the members that are used
    isOn: () => on,
    window: () => held,
    canPlace,
    openBlank: (place) => {
      black.push(place)
      return { destroy: () => void black.splice(black.indexOf(place), 1) }
    },
  })
  const turn = (next: boolean) => void (on = next)
  return {
    made,
    screen,
    displays,
    held,
    black,
    turn,
    put: (next: Rectangle) => void (bounds = next),
  }
}

test('the other display is black while the kiosk runs, and shown again at its end', () => {
  const { made, black } = door()
  made.arrange()
  expect(black).toEqual([RIGHT.bounds])
  made.clear()
  expect(black).toEqual([])
})
test('a display that is plugged in turns black', () => {
  const { made, displays, screen, black } = door()
  displays.all = [LEFT]
  made.arrange()
  expect(black).toEqual([])
  displays.all = [LEFT, RIGHT]
  screen.emit('display-added')
  expect(black).toEqual([RIGHT.bounds])
})
test('the window comes back, full screen, where its display is unplugged', () => {
  const { made, displays, screen, held, black, put } = door()
  put(RIGHT.bounds)
  made.arrange()
  expect([held.setBounds.mock.calls, black]).toEqual([[], [LEFT.bounds]])
  displays.all = [LEFT]
  screen.emit('display-removed')
  expect(held.setBounds).toHaveBeenLastCalledWith(LEFT.bounds)
  expect(held.setKiosk).toHaveBeenLastCalledWith(true)
  expect(black).toEqual([])
})
test('another resolution: full screen in the new size', () => {
  const { made, screen, held } = door()
  made.arrange()
  held.setKiosk.mockClear()
  screen.emit('display-metrics-changed')
  expect(held.setKiosk).toHaveBeenCalledWith(true)
})
test('outside the kiosk displays come and go without a change', () => {
  const { turn, screen, held, black } = door()
  turn(false)
  screen.emit('display-added')
  expect([held.setKiosk.mock.calls, black]).toEqual([[], []])
})
test('on Wayland no window is placed', () => {
  const { made, held, black } = door(false)
  made.arrange()
  expect([held.setBounds.mock.calls, black]).toEqual([[], []])
})
