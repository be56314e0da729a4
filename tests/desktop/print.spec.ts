/** Print in the desktop app: the card on a card printer, and the list for signatures of an assembly. */
import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { freshAssembly } from '#tests/security/fresh-rows.ts'
import { startApiServer } from '#tests/support/api-server.ts'
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

test('the list for signatures of an assembly prints in A4, without the frame of the app', async ({
  start,
}) => {
  const server = await startApiServer({ engine: 'sqlite' })
  try {
    const { deps } = server
    const eventId = await freshAssembly(deps)
    const { id } = await buildMember(deps, { firstName: 'Bakri', lastName: 'Osman' })
    await deps.database.db
      .insertInto('event_registrations')
      .values({
        event_id: eventId,
        member_id: id,
        state: 'registered',
        created_at: deps.clock.now().toISOString(),
      })
      .execute()
    const staff = await buildMember(deps, { role: 'content' })
    const { page } = await start({ env: { API_URL: server.url } })
    await page.getByRole('link', { name: 'Sign in' }).first().click()
    await page.getByLabel('Email address').fill(staff.email)
    await page.getByLabel(/^Password/).fill(staff.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await openPath(page, `/content/dashboard/events/${eventId}/assembly/signatures`)
    const proof = page.getByRole('dialog')
    await proof.getByLabel('Your password').fill(staff.password)
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('row', { name: /^Bakri Osman/ })).toBeVisible()
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await page.getByRole('button', { name: 'Print the list', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    expect(pagesInMm(await page.pdf({ preferCSSPageSize: true }))).toEqual([[210, 297]])
    for (const frame of ['banner', 'navigation'] as const)
      await expect(page.getByRole(frame).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row', { name: /^Bakri Osman/ })).toBeVisible()
    for (const frame of ['banner', 'navigation', 'contentinfo'] as const)
      await expect(page.getByRole(frame)).toHaveCount(0)
  } finally {
    await server.stop()
  }
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
