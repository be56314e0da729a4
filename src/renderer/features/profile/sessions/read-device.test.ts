import { expect, it } from 'vitest'
import { isHandheld, readDevice } from './read-device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const words = (userAgent: string): string => {
  const { browser, system } = readDevice(userAgent)
  return `${browser.kind === 'browser' ? browser.name : browser.kind} / ${system ?? '?'}`
}

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome / Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge / Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome / Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A155F) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet / Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0`,
    'Opera / Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari / iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome / iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15',
    'Firefox / iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari / macOS',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Firefox / Linux',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome / ChromeOS',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} WLD/0.1.0 Chrome/142.0.0.0 Electron/45.4.1 Safari/537.36`,
    'app / Windows',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`,
    'unknown / Linux',
  ],
  ['curl/8.10.1', 'unknown / ?'],
  ['', 'unknown / ?'],
])('the browser that calls itself "%s" is recognised', (userAgent, wanted) =>
  expect(words(userAgent)).toBe(wanted),
)

it('tells what is held in the hand', () => {
  expect(
    isHandheld(
      readDevice(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
      ),
    ),
  ).toBe(true)
  expect(
    isHandheld(
      readDevice('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15'),
    ),
  ).toBe(false)
  expect(isHandheld(readDevice(''))).toBe(false)
})
