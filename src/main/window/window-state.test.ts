import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Rectangle } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openWindowMemory, placeWindow, WINDOW_MINIMUM } from './window-state.ts'

const MAIN: Rectangle = { x: 0, y: 24, width: 1920, height: 1056 }
const LEFT: Rectangle = { x: -1280, y: 0, width: 1280, height: 1024 }
const state = (x: number, y: number, width = 1000, height = 700, maximised = false) => ({
  x,
  y,
  width,
  height,
  maximised,
})

describe('the place', () => {
  test('at the first start the system decides it', () =>
    expect(placeWindow(undefined, [MAIN])).toEqual({ width: 1280, height: 860, maximised: false }))
  test('at a first start on a small display nothing is cut off', () =>
    expect(placeWindow(undefined, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({
      width: 1024,
      height: 600,
      maximised: false,
    }))
  test.each([
    ['where it was', state(100, 100)],
    ['on the second display', state(-1200, 50)],
    ['half outside, but in reach', state(-500, 50)],
    ['at the edge, with just enough to take hold of', state(1800, 100)],
  ])('%s', (_, given) => expect(placeWindow(given, [MAIN, LEFT])).toEqual(given))
  test.each([
    ['on a display that is gone', state(-1200, 50)],
    ['beside every display', state(5_000, 50)],
    ['with too little in reach', state(1_850, 100)],
    ['above the display: nobody can drag it back', state(100, -300)],
    ['under the task bar', state(100, 1_075)],
  ])('%s: the system decides, the size stays', (_, given) =>
    expect(placeWindow(given, [MAIN])).toEqual({ width: 1000, height: 700, maximised: false }),
  )
})

describe('the size', () => {
  test('never below the minimum', () => {
    expect(placeWindow(state(0, 24, 10, 10), [MAIN])).toMatchObject(WINDOW_MINIMUM)
    expect(
      placeWindow(state(0, 24, 500, 600), [{ x: 0, y: 0, width: 320, height: 240 }]),
    ).toMatchObject(WINDOW_MINIMUM)
  })
  test('never larger than its display', () =>
    expect(placeWindow(state(0, 24, 4_000, 3_000), [MAIN])).toMatchObject({
      width: 1920,
      height: 1056,
    }))
  test('without any display it is as it was', () =>
    expect(placeWindow(state(0, 0), [])).toEqual({ width: 1000, height: 700, maximised: false }))
  test('maximised stays maximised, also where its display is gone', () =>
    expect(placeWindow(state(-9_000, 0, 1000, 700, true), [MAIN])).toEqual({
      width: 1000,
      height: 700,
      maximised: true,
    }))
})

describe('the memory', () => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'wld-window-'))
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(directory, { recursive: true, force: true })
  })
  const display = (id: number, workArea: Rectangle) => ({ id, workArea }) as Electron.Display // what is read of it
  const screen = {
    getPrimaryDisplay: () => display(2, MAIN),
    getAllDisplays: () => [display(1, LEFT), display(2, MAIN)],
  }
  const open = (log = vi.fn()) => ({ memory: openWindowMemory({ directory, screen, log }), log })
  const stored = (): unknown => JSON.parse(readFileSync(join(directory, 'window.json'), 'utf8'))

  function window(bounds: Rectangle) {
    const is = {
      bounds,
      full: false,
      kiosk: false,
      maximised: false,
      minimised: false,
      destroyed: false,
    }
    const fake = Object.assign(new EventEmitter(), {
      getNormalBounds: () => is.bounds,
      isDestroyed: () => is.destroyed,
      isFullScreen: () => is.full,
      isKiosk: () => is.kiosk,
      isMaximized: () => is.maximised,
      isMinimized: () => is.minimised,
    })
    return { is, fake, followed: fake as never } // the members that are used
  }
  const BOUNDS = { x: 10, y: 30, width: 800, height: 600 }

  test('is written once the window has come to rest, and read at the next start', () => {
    const { memory } = open()
    const { is, fake, followed } = window(BOUNDS)
    memory.follow(followed)
    for (let x = 0; x < 50; x++) {
      is.bounds = { ...BOUNDS, x }
      fake.emit('move')
      vi.advanceTimersByTime(100)
    }
    expect(readdirSync(directory)).toEqual([])
    vi.advanceTimersByTime(500)
    expect(stored()).toEqual({ ...BOUNDS, x: 49, maximised: false })
    expect(open().memory.placement()).toEqual({ ...BOUNDS, x: 49, maximised: false })
  })
  test('closing writes at once', () => {
    const { memory } = open()
    const { is, fake, followed } = window(BOUNDS)
    memory.follow(followed)
    is.maximised = true
    fake.emit('maximize')
    fake.emit('close')
    expect(stored()).toEqual({ ...BOUNDS, maximised: true })
  })
  test.each(['full', 'kiosk', 'minimised', 'destroyed'] as const)('%s is no place', (how) => {
    const { memory } = open()
    const { is, fake, followed } = window(BOUNDS)
    memory.follow(followed)
    is[how] = true
    fake.emit('resize')
    vi.advanceTimersByTime(1_000)
    fake.emit('close')
    expect(readdirSync(directory)).toEqual([])
  })
  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"x":"1"}',
    '{"x":1,"y":1,"width":1e9,"height":1,"maximised":true}',
    '{"x":0.5,"y":1,"width":1,"height":1,"maximised":true}',
  ])('a damaged file %j is none', (text) => {
    writeFileSync(join(directory, 'window.json'), text)
    expect(open().memory.placement()).toEqual({ width: 1280, height: 860, maximised: false })
  })
  test('a disk that refuses is no reason to fail', () => {
    mkdirSync(join(directory, 'window.json'))
    const { memory, log } = open()
    const { fake, followed } = window(BOUNDS)
    memory.follow(followed)
    fake.emit('close')
    expect(log).toHaveBeenCalledWith('warn', 'window.place-not-kept', expect.anything())
    expect(memory.placement()).toMatchObject({ width: 1280 })
  })
})
