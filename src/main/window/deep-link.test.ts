import { describe, expect, test, vi } from 'vitest'
import {
  createDeepLinks,
  deepLinkOfArguments,
  deepLinkPath,
  registerDeepLinks,
} from './deep-link.ts'

describe('a link', () => {
  test.each([
    ['wld://verify', '/verify'],
    ['wld://verify/', '/verify'],
    ['wld://event/general-assembly', '/events/general-assembly'],
    ['wld://event/general-assembly-2026/', '/events/general-assembly-2026'],
    [`wld://event/${'a'.repeat(63)}`, `/events/${'a'.repeat(63)}`],
  ])('%s leads to %s', (link, path) => expect(deepLinkPath(link)).toBe(path))

  test.each([
    '',
    'wld:',
    'wld://',
    'wld:verify',
    'wld:/verify',
    'wld:///verify',
    'wld://verify//',
    'wld://verify/x',
    'wld://verify?x=1',
    'wld://verify#x',
    'wld://verify/?',
    'wld://verify ',
    ' wld://verify',
    'wld://verify\n',
    'wld://verify\0',
    'WLD://verify',
    'wld://VERIFY',
    'wld://Verify',
    'wld://verify.',
    'wld://verify:80',
    'wld://user@verify',
    'wld://user:word@verify',
    'wld://evil.example/verify',
    'wld://verify@evil.example',
    String.raw`wld:\\verify`,
    'http://verify',
    'https://verify',
    'xwld://verify',
    'wldx://verify',
    'app://wld/verify',
    'wld://event',
    'wld://event/',
    'wld://event//',
    'wld://event/a',
    'wld://event/A-b',
    'wld://event/-ab',
    'wld://event/a_b',
    'wld://event/a.b',
    'wld://event/ab/edit',
    'wld://event/..',
    'wld://event/../admin',
    'wld://event/%2e%2e',
    'wld://event/ab%2Fcd',
    'wld://event/ab%00',
    'wld://event/ab?from=x',
    'wld://event/ab#x',
    'wld://event/ab;x',
    'wld://event/ab\r',
    `wld://event/${'a'.repeat(64)}`,
    'wld://events/ab',
    'wld://event/فعالية',
    'wld://event/аbс',
    'wld://event/ab\u200B',
    'wld://event/ab --kiosk',
    'wld://event/ab" --gpu-launcher=x',
    'wld://settings',
    'wld://kiosk',
    'wld://event/javascript:alert(1)',
    `wld://event/${'a'.repeat(100_000)}!`,
  ])('%j is no link of the app', (link) => expect(deepLinkPath(link)).toBeUndefined())
})

describe('the arguments of a start', () => {
  test.each([
    [['wld', 'wld://verify'], '/verify'],
    [
      ['electron', '.', '--kiosk', 'wld://event/general-assembly', '--lang=ar'],
      '/events/general-assembly',
    ],
    [['wld'], undefined],
    [[], undefined],
    [['wld', 'wld://verify', 'wld://event/general-assembly'], undefined],
    [['wld', 'wld://verify', 'WLD://x'], undefined],
    [['wld', '--url=wld://verify'], undefined],
    [['wld', 'wld://verify?x'], undefined],
    [['/opt/wld/wld', './wld:notes'], undefined],
  ])('%j lead to %s', (argv, path) => expect(deepLinkOfArguments(argv)).toBe(path))
})

describe('what waits', () => {
  const links = (mayOpen = () => true) => {
    const log = vi.fn()
    const made = createDeepLinks({ mayOpen, log })
    const opened = vi.fn()
    const stop = made.onOpened(opened)
    return { made, opened, stop, log }
  }
  test('is returned once, to the first caller', () => {
    const { made, opened } = links()
    expect(made.open('wld://event/general-assembly')).toBe(true)
    expect(opened).toHaveBeenCalledTimes(1)
    expect(made.take()).toBe('/events/general-assembly')
    expect(made.take()).toBeNull()
  })
  test('is kept until it is read, and the last one counts', () => {
    const { made } = links()
    made.openFromArguments(['wld', 'wld://verify'])
    made.open('wld://event/general-assembly')
    made.openRoute('/desktop-settings')
    expect(made.take()).toBe('/desktop-settings')
  })
  test('an invalid link changes nothing, and its text is not passed on', () => {
    const { made, opened, log } = links()
    made.open('wld://verify')
    expect(made.open('wld://evil.example/?token=secret')).toBe(false)
    expect(made.openFromArguments(['wld', 'wld://nonsense'])).toBe(false)
    expect(opened).toHaveBeenCalledTimes(1)
    expect(made.take()).toBe('/verify')
    expect(log.mock.calls).toEqual([['warn', 'link.refused']])
  })
  test('in the kiosk no link opens anything', () => {
    const { made, opened } = links(() => false)
    expect(made.open('wld://verify')).toBe(false)
    expect(made.openFromArguments(['wld', 'wld://verify'])).toBe(false)
    expect(made.take()).toBeNull()
    expect(opened).not.toHaveBeenCalled()
  })
  test('a removed listener is not called', () => {
    const { made, opened, stop } = links()
    stop()
    made.openRoute('/x')
    expect(opened).not.toHaveBeenCalled()
  })
})

test.each([
  [true, 1],
  [false, 0],
])('registered where the app was installed (%s)', (isPackaged, times) => {
  const setAsDefaultProtocolClient = vi.fn(() => true)
  registerDeepLinks({ isPackaged, setAsDefaultProtocolClient }, () => undefined)
  expect(setAsDefaultProtocolClient.mock.calls).toEqual(
    Array.from({ length: times }, () => ['wld']),
  )
})
