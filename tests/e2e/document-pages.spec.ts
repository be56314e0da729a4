/** Documents of evidence as pages: the viewer of the public, and what staff do with them. */
import type { Page } from '@playwright/test'
import { insertEvidence } from '#server/records/reports/evidence-repository.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildReport } from '#tests/builders/report.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { line, pdfOf } from '#tests/support/page-files.ts'
import { docx, part } from '#tests/support/sample-files.ts'
import { expect, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

test.describe.configure({ timeout: 60_000 })

/** A statement of five pages; the name on the second one is covered for the public. */
const statement = (): Buffer =>
  pdfOf({
    pages: 5,
    drawing: (page) =>
      line(`Statement, page ${page}`, 760) +
      Array.from({ length: 14 }, (_, index) =>
        line(
          page === 2 && index === 3
            ? 'Witness: Khadija Ibrahim'
            : `Line ${index + 1} of what was seen in the market on that day`,
          690 - index * 40,
          16,
        ),
      ).join(''),
  })
const NAME = { page: 2, x: 0.09, y: 0.306, width: 0.45, height: 0.04 }

async function reportWith({ deps }: ApiServer, bytes: Buffer, boxes = '[]'): Promise<number> {
  const at = '2026-01-01T10:00:00.000Z'
  const id = await buildReport(deps, {}, { at, status: 'verified' })
  const file_id = await deps.library.addDocument({
    purpose: 'evidence',
    ownerId: null,
    bytes,
    originalName: 'statement',
  })
  await deps.database.db.updateTable('files').set({ boxes }).where('id', '=', file_id).execute()
  await insertEvidence(deps.database.db, {
    report_id: id,
    evidence_type: 'document',
    file_id,
    description: 'Statement of a witness',
    uploaded_at: at,
    deleted_at: null,
  })
  return id
}

async function openViewer(page: Page): Promise<void> {
  const card = page.getByRole('article').first()
  await card.getByRole('button').first().click() // it is blurred at first
  await card.getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
/** Waits until the page is drawn; the shade of a place in it, where 0 is black. */
const shadeAt = (page: Page, x: number, y: number): Promise<number> =>
  page
    .getByRole('dialog')
    .locator('img')
    .evaluate(
      async (image: HTMLImageElement, [left = 0, top = 0]) => {
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = image.naturalWidth
        canvas.height = image.naturalHeight
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const at = [Math.round(left * canvas.width), Math.round(top * canvas.height)] as const
        return context?.getImageData(...at, 1, 1).data[0] ?? -1
      },
      [x, y],
    )

test('a reader turns the pages by buttons, keys and the list, and a covered name is black', async ({
  open,
  server,
}) => {
  const id = await reportWith(server, statement(), JSON.stringify([NAME]))
  const page = await open({ viewport: { width: 360, height: 740 } })
  await page.goto(`/reports/${id}/evidence`)
  const card = page.getByRole('article', { name: 'PDF document 1' })
  await expect(card).toContainText('5 pages')
  await expect(card.getByRole('link')).toHaveCount(0)
  await openViewer(page)
  const viewer = page.getByRole('dialog')
  const shown = viewer.getByRole('combobox', { name: 'Page' })
  const isOn = (number: number) =>
    expect(viewer.getByRole('img', { name: `Page ${number} of 5` })).toBeVisible()
  await isOn(1)
  await expect(viewer.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await isOn(2)
  await expect(shown.locator('option:checked')).toHaveText('Page 2 of 5')
  expect(await shadeAt(page, 0.2, 0.34)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await isOn(3)
  expect(await shadeAt(page, 0.2, 0.34)).toBeGreaterThan(200)
  await page.keyboard.press('End')
  await isOn(5)
  await expect(viewer.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.keyboard.press('PageUp')
  await isOn(4)
  await page.keyboard.press('Home')
  await isOn(1)
  await shown.selectOption('3')
  await isOn(3)
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
})

test('a page that could not be drawn can be asked for again', async ({ open, server }) => {
  const id = await reportWith(server, statement())
  const page = await open()
  await page.route('**/api/files/**page=2', (route) => route.fulfill({ status: 429 }))
  await page.goto(`/reports/${id}/evidence`)
  await openViewer(page)
  await page.keyboard.press('PageDown')
  await expect(page.getByText('This page could not be shown.')).toBeVisible()
  await page.unroute('**/api/files/**page=2')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: 'Page 2 of 5' })).toBeVisible()
})

test('staff cover a name on a page, and search and copy the text', async ({ open, server }) => {
  const id = await reportWith(server, statement())
  const page = await open({ viewport: { width: 1280, height: 900 } })
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/reports/${id}/evidence`)
  await page.getByRole('button', { name: 'Text of evidence 1' }).click()
  const text = page.getByRole('dialog')
  await text.getByRole('searchbox', { name: 'Search in the text' }).fill('khadija')
  await expect(text.getByText('1 page contains it')).toBeVisible()
  await expect(text.locator('mark')).toHaveText('Khadija')
  await expect(text.getByRole('heading', { name: 'Page 2 of 5' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await text.getByRole('button', { name: 'Copy the whole text' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('Witness: Khadija Ibrahim')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Public copy/ }).click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('button', { name: 'Next page' }).click()
  await editor.getByRole('button', { name: 'Add a box' }).click()
  await expect(editor.getByRole('button', { name: /^Box 1/ })).toBeVisible()
  await editor.getByRole('button', { name: 'Previous page' }).click()
  await expect(editor.getByRole('button', { name: /^Box 1/ })).toHaveCount(0)
  await editor.getByRole('textbox', { name: /Reason/ }).fill('Name of a witness')
  await editor.getByRole('button', { name: 'Save', exact: false }).last().click()
  await expect(page.getByText('1 box in the public copy')).toBeVisible()
})

test('staff read what a Word document has before they take it', async ({ open, server }) => {
  const id = await reportWith(server, await docx([part('word/vbaProject.bin', 'VB')]))
  const page = await open()
  await page.goto(`/reports/${id}/evidence`)
  const paper = page.getByRole('article', { name: 'Document 1' })
  await expect(paper).toContainText('The association’s staff keep this document.')
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/reports/${id}/evidence`)
  await expect(paper).toContainText('This document contains programs (macros)')
  await page.getByRole('button', { name: 'Text of evidence 1' }).click()
  await expect(page.getByRole('dialog').getByText('What happened')).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES) {
  test(`the viewer of pages looks good, ${language}`, async ({ open, server }) => {
    const id = await reportWith(server, statement(), JSON.stringify([NAME]))
    const page = await open()
    await openIn(page, language, `/reports/${id}/evidence`)
    await openViewer(page)
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('dialog').locator('img')).toBeVisible()
    await expectGoodLooks(page)
  })
}
