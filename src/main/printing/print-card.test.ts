import { EventEmitter } from 'node:events'
import type { PrinterInfo, WebContentsPrintOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import {
  listPrinters,
  printCard,
  type PrintingContents,
  printOptions,
  resultOf,
} from './print-card.ts'

const info = (name: string, displayName = name): PrinterInfo => ({
  name,
  displayName,
  description: '',
  options: {},
})
type Done = (success: boolean, reason: string) => void

function page({
  printers = [info('Zebra_ZC300', 'Zebra ZC300')],
  reply = (done: Done) => done(true, ''),
  list = () => Promise.resolve(printers),
} = {}) {
  const asked: WebContentsPrintOptions[] = []
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    getPrintersAsync: list,
    print: (options: WebContentsPrintOptions, done: Done) => {
      asked.push(options)
      reply(done)
    },
  })
  return {
    contents: contents as unknown as PrintingContents,
    asked,
    close: () => contents.emit('destroyed'),
    listeners: () => contents.listenerCount('destroyed'),
  } // the members that are used
}
const log = () => vi.fn()

test('a printer has a name for the system and one for people', async () => {
  const { contents } = page({ printers: [info('Zebra_ZC300', 'Zebra ZC300'), info('PDF', '')] })
  expect(await listPrinters(contents)).toEqual([
    { name: 'Zebra_ZC300', label: 'Zebra ZC300' },
    { name: 'PDF', label: 'PDF' },
  ])
})
test('a hanging spooler is abandoned after a time limit', async () => {
  const { contents } = page({ list: () => new Promise(() => undefined) })
  await expect(listPrinters(contents, 5)).rejects.toThrow(/in time/)
})

test('a card is 85.6 × 54 mm in microns, without margins, both sides, with its ground', () => {
  expect(printOptions(null, [])).toEqual({
    silent: false,
    printBackground: true,
    color: true,
    margins: { marginType: 'none' },
    pageSize: { width: 85_600, height: 54_000 },
    scaleFactor: 100,
    landscape: false,
    duplexMode: 'longEdge',
  })
})
test.each([
  [null, false, undefined],
  ['Zebra_ZC300', true, 'Zebra_ZC300'],
  ['Zebra ZC300', false, undefined], // the display name is not the system name
  ['', false, undefined],
  ['gone', false, undefined],
])('with %j it prints without a question: %s', (printer, silent, deviceName) =>
  expect(printOptions(printer, [{ name: 'Zebra_ZC300' }])).toMatchObject({
    silent,
    ...(deviceName === undefined ? {} : { deviceName }),
  }),
)
test('no name goes to a printer that is not there', () =>
  expect(printOptions('gone', [])).not.toHaveProperty('deviceName'))

test.each([
  [true, '', 'printed'],
  [false, 'Print job canceled', 'cancelled'],
  [false, 'cancelled', 'cancelled'],
  [false, 'Print job failed', 'failed'],
  [false, 'Invalid printer settings', 'failed'],
  [false, '', 'failed'],
] as const)('%s %j is %s', (success, reason, expected) =>
  expect(resultOf(success, reason)).toBe(expected),
)

test("with a missing printer the system's dialog opens, and it is logged", async () => {
  const { contents, asked } = page()
  const written = log()
  expect(await printCard(contents, 'gone', written)).toBe('printed')
  expect(asked).toMatchObject([{ silent: false }])
  expect(written).toHaveBeenCalledWith('warn', 'print.printer-gone')
})
test('no list of printers: the system asks', async () => {
  const { contents, asked } = page({ list: () => Promise.reject(new Error('no spooler')) })
  expect(await printCard(contents, 'Zebra_ZC300', log())).toBe('printed')
  expect(asked).toMatchObject([{ silent: false }])
})
test('settings that Electron refuses are a failure, not an exception', async () => {
  const { contents, listeners } = page({
    reply: () => {
      throw new TypeError('width and height properties must be minimum 352 microns.')
    },
  })
  expect(await printCard(contents, null, log())).toBe('failed')
  expect(listeners()).toBe(0)
})
test('a window that closes meanwhile ends it', async () => {
  const { contents, close } = page({ reply: () => undefined })
  const printing = printCard(contents, null, log())
  await Promise.resolve()
  close()
  expect(await printing).toBe('failed')
})
