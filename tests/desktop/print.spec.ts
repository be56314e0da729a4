/** The card on a card printer: the choice of the printer, the print options, and the printed pages. */
import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Desktop } from '#tests/support/electron/fixtures.ts'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import { invoke, openPath, signIn } from './in-page.ts'

const ZEBRA = { name: 'Zebra_ZC300', displayName: 'Zebra ZC300', description: '', options: {} }
const OFFICE = { name: 'Office_A4', displayName: 'Office', description: '', options: {} }
interface Job {
  readonly options: {
    readonly silent?: boolean
    readonly deviceName?: string
    readonly pageSize?: unknown
    readonly margins?: unknown
    readonly printBackground?: boolean
    readonly scaleFactor?: number
  }
  readonly pdf: string
}

/** Sets the list of printers, and prevents printing on real ones. */
const setPrinters = (desktop: Desktop, printers: readonly object[], failure = ''): Promise<void> =>
  desktop.evaluate(
    ({ BrowserWindow }, [names, reason]) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        Object.assign(webContents.paper, { printers: names, failure: reason })
    },
    [printers, failure] as const,
  )
const jobs = (desktop: Desktop): Promise<Job[]> =>
  desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents }) => webContents.paper.jobs),
  )

async function openPrinterDialog(page: Page): Promise<void> {
  await signIn(page)
  await openPath(page, '/id-card')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Print on a card printer' })).toBeVisible()
}
const printNow = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Print' })

test.beforeEach(({ engine }) =>
  test.skip(
    engine === 'electron',
    'on the real Electron this would print; the stand-in writes a PDF',
  ),
)

test('the chosen printer prints two sides of 85.6 × 54 mm without a dialog, and is remembered', async ({
  desktop,
}) => {
  const { page } = desktop
  await setPrinters(desktop, [OFFICE, ZEBRA])
  await openPrinterDialog(page)
  await expect(page.getByRole('radio', { name: /Ask each time/ })).toBeChecked()
  await page.getByText('Zebra ZC300').click()
  await printNow(page).click()
  await expect(page.getByText('The card was sent to the printer')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  const [job] = await jobs(desktop)
  expect(job?.options).toMatchObject({
    silent: true,
    deviceName: 'Zebra_ZC300',
    pageSize: { width: 85_600, height: 54_000 },
    margins: { marginType: 'none' },
    printBackground: true,
    scaleFactor: 100,
  })
  expect(pagesInMm(Buffer.from(job?.pdf ?? '', 'base64'))).toEqual([
    [86, 54],
    [86, 54],
  ]) // a PDF counts in whole points
  expect(await page.locator('.idc-print').count()).toBe(0) // the sheet was removed from the page again

  expect(await invoke(page, 'settings:get')).toMatchObject({ printer: 'Zebra_ZC300' })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Zebra ZC300' })).toBeChecked()
})

test('"Ask each time" leaves the choice to the system', async ({ desktop }) => {
  await setPrinters(desktop, [ZEBRA])
  await openPrinterDialog(desktop.page)
  await printNow(desktop.page).click()
  await expect.poll(async () => (await jobs(desktop)).length).toBe(1)
  const [job] = await jobs(desktop)
  expect(job?.options).toMatchObject({ silent: false })
  expect(job?.options).not.toHaveProperty('deviceName')
})

test('a missing printer shows a message, and the card is sent to no other one without asking', async ({
  desktop,
}) => {
  await invoke(desktop.page, 'settings:change', { printer: 'Zebra_ZC300' })
  await setPrinters(desktop, [OFFICE])
  await openPrinterDialog(desktop.page)
  await expect(desktop.page.getByText('The printer used last time is not connected')).toBeVisible()
  await expect(desktop.page.getByRole('radio', { name: /Ask each time/ })).toBeChecked()
  expect(await invoke(desktop.page, 'card:print', 'Zebra_ZC300')).toBe('printed')
  expect((await jobs(desktop))[0]?.options).toMatchObject({ silent: false })
})

test('a failure shows a message; a cancelled job shows none', async ({ desktop }) => {
  const { page } = desktop
  await setPrinters(desktop, [], 'Print job failed')
  await openPrinterDialog(page)
  await expect(page.getByText('No printer was found on this computer')).toBeVisible()
  await printNow(page).click()
  await expect(page.getByText('The card was not printed')).toBeVisible()
  await setPrinters(desktop, [], 'Print job canceled')
  await printNow(page).click()
  await expect.poll(async () => (await jobs(desktop)).length).toBe(2)
  await expect(page.getByText('The card was not printed')).toBeHidden()
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** Returns width and height of each page of a PDF, in whole millimetres. */
function pagesInMm(pdf: Buffer): number[][] {
  const text = [pdf.toString('latin1'), ...streams(pdf)].join('\n')
  return [...text.matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/g)].map(
    ([, width, height]) =>
      [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  )
}
/** Returns the content of compressed streams, which may hold objects. */
function streams(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(
    ([, data = '']) => {
      try {
        return [inflateSync(Buffer.from(data, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    },
  )
}
