/** Staff decide what the public sees of evidence: boxes by mouse and keyboard, holding back, warnings, the view of the public. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { carryOutReleases } from '#server/jobs/carry-out-releases.ts'
import { insertEvidence } from '#server/records/reports/evidence-repository.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { beforeFirst, expect, provePassword, signInAs, test } from './fixtures.ts'
import { faultsOf } from './reading.ts'
import { buildStaff, dialog, newReport, person, WIDE } from './report-desk.ts'

beforeFirst(buildStaff)

const picture = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** The reason and the button are in the window wherever the dialog is scrolled to, and what has the focus is not behind them. */
async function expectEndInView(page: Page, editor: Locator): Promise<void> {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size)
    for (const end of [editor.getByLabel('Reason'), editor.getByRole('button', { name: 'Save' })])
      for (const place of ['start', 'end'] as const) {
        await editor
          .getByRole('group', { name: /^Boxes over/ })
          .evaluate((group, block) => group.scrollIntoView({ block }), place)
        await expect(end).toBeInViewport({ ratio: 1 })
      }
    const box = editor.getByRole('button', { name: /^Box 1:/ })
    await editor
      .getByRole('checkbox', { name: /Keep this from the public/ })
      .evaluate((first: HTMLElement) => first.focus())
    await box.evaluate((element: HTMLElement) => element.focus())
    await expect
      .poll(() =>
        box.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const hit = document.elementFromPoint((left + right) / 2, bottom - 2)
          return top < bottom && hit !== null && element.contains(hit)
        }),
      )
      .toBe(true)
  }
}

test('boxes, a warning and holding back reach the public; an earlier state is taken up again', async ({
  open,
  server,
}) => {
  const id = await newReport(server)
  for (const colour of ['#00aa00', '#0000aa']) {
    const { library, database, clock } = server.deps
    const file = await library.addPicture({
      purpose: 'evidence',
      ownerId: null,
      bytes: await picture(colour),
      originalName: 'photo.jpg',
    })
    await insertEvidence(database.db, {
      report_id: id,
      evidence_type: 'image',
      file_id: file,
      description: colour,
      uploaded_at: clock.now().toISOString(),
      deleted_at: null,
    })
  }
  const page = await open(WIDE)
  await signInAs(page, person('moderator'))
  // A report of a member has no dialogue with a witness: it is not asked for, as that would be a 404 in the console.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/reports/${id}/evidence`)
  await page.getByRole('button', { name: 'Public copy of evidence 1' }).waitFor()
  await expect(page.getByText('Something is wrong with this report')).toHaveCount(0) // they change it themselves
  await page.getByRole('button', { name: 'Public copy of evidence 1' }).click()
  const editor = dialog(page, /What the public sees/)
  const area = editor.getByRole('img', { name: /whole picture/ })
  await expect.poll(async () => (await area.boundingBox())?.height ?? 0).toBeGreaterThan(100)
  await expect(area).toBeInViewport({ ratio: 1 }) // what is covered is seen before anything is scrolled

  // The mouse draws from a tenth to three tenths.
  const place = await area.boundingBox()
  if (place === null) throw new Error('no picture')
  const at = (x: number, y: number) =>
    [place.x + place.width * x, place.y + place.height * y] as const
  await page.mouse.move(...at(0.1, 0.1))
  await page.mouse.down()
  await page.mouse.move(...at(0.3, 0.4), { steps: 3 })
  await page.mouse.up()
  const first = editor.getByRole('button', { name: /^Box 1:/ })
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleName(
    /10% from the left, 10% from the top, 20% wide, 30% high/,
  )
  // By keyboard: another one, moved, made larger, removed, brought back.
  await editor.getByRole('button', { name: 'Add a box' }).press('Enter')
  const second = editor.getByRole('button', { name: /^Box 2:/ })
  await expect(second).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(second).toHaveAccessibleName(
    /41% from the left, 40% from the top, 20% wide, 21% high/,
  )
  await page.keyboard.press('Delete')
  await expect(second).toHaveCount(0)
  await expect(first).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(second).toHaveCount(1)
  await page.keyboard.press('Control+y')
  await expect(second).toHaveCount(0)
  // Without keys: the tools remove the box that is selected, and no other one after it.
  const remove = editor.getByRole('button', { name: 'Remove this box' })
  await editor.getByRole('button', { name: 'Undo' }).click()
  await second.click()
  await remove.click()
  await expect(second).toHaveCount(0)
  await expect(remove).toBeDisabled()
  await expect(editor.getByRole('button', { name: 'Add a box' })).toBeFocused()
  await expect(first).toHaveCount(1)

  // As the public gets it: nothing shows through a box, neither here nor there.
  await expect(first).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await editor.getByRole('button', { name: 'Preview' }).click()
  await expect(editor.getByRole('img', { name: 'The picture as the public sees it' })).toBeVisible()
  await expect(first).toHaveCount(0)
  await expect(editor.locator('[data-covered]')).toHaveCount(1)
  await expect(editor.locator('[data-covered]')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await expect(editor.getByText('Blurred until it is opened')).toHaveCount(2) // of the choice, and of the preview
  expect(await faultsOf(page)).toEqual([])
  await editor.getByRole('button', { name: 'Back to the boxes' }).click()
  await expect(first).toBeVisible()

  await expectEndInView(page, editor)
  await editor.getByText('Warn about…', { exact: true }).click()
  await editor.getByRole('checkbox', { name: 'injured people' }).check()
  expect(await faultsOf(page)).toEqual([])
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByText('Write the reason.')).toBeVisible()
  await editor.getByLabel('Reason').fill('Face of a witness')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByText('1 box in the public copy')).toBeVisible()

  await page.getByRole('button', { name: 'Public copy of evidence 2' }).click()
  await dialog(page, /What the public sees/)
    .getByRole('checkbox', { name: /Keep this from the public/ })
    .check()
  await dialog(page, /What the public sees/)
    .getByLabel('Reason')
    .fill('Shows where she lives')
  await dialog(page, /What the public sees/)
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(page.getByText('Kept from the public')).toBeVisible()

  expect(asked).toContain(`/api/report/get/${id}`)
  expect(asked.filter((path) => path.startsWith('/api/witness/'))).toEqual([])

  // The view of the public is what a visitor gets.
  await page.getByRole('link', { name: 'As the public sees it' }).click()
  await expect(page.getByText('This is what the public sees')).toBeVisible()
  const visitor = await open(WIDE)
  await visitor.goto(`/reports/${id}/evidence`)
  for (const reader of [page, visitor]) {
    await expect(reader.getByRole('heading', { name: '1 piece of evidence' })).toBeVisible()
    await expect(reader.getByText('Shows: violence and injured people')).toBeVisible()
    await expect(reader.getByRole('button', { name: /Public copy/ })).toHaveCount(0)
  }
  const addressOf = (reader: typeof page) =>
    reader.getByRole('link', { name: /Open in new tab/ }).getAttribute('href')
  const address = await addressOf(visitor)
  expect(await addressOf(page)).toBe(address)
  const { data, info } = await sharp(
    Buffer.from(await (await fetch(new URL(address ?? '', server.url))).arrayBuffer()),
  )
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => {
    const from = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3
    return [...data.subarray(from, from + 3)]
  }
  expect(Math.max(...pixel(0.2, 0.25))).toBeLessThan(10)
  expect(pixel(0.8, 0.8)[1]).toBeGreaterThan(140)

  // The state before is taken up again, and counts once it is saved.
  await page.getByRole('link', { name: 'Back to the staff view' }).click()
  await page.getByRole('button', { name: 'Public copy of evidence 2' }).click()
  await editor.getByRole('button', { name: /Restore earlier version/ }).click()
  await editor.getByLabel('Reason').fill('It is another house')
  await expect(editor.getByText(/becomes public ten seconds after you save/)).toBeVisible()
  await editor.getByRole('button', { name: 'Save' }).click()
  await provePassword(page)
  await expect(editor.getByText('This change becomes public in a moment')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: '1 piece of' })).toBeVisible()
  // Stopped, and made again.
  await editor.getByRole('button', { name: /Stop the change/ }).click()
  await expect(editor.getByText('This change becomes public in a moment')).toHaveCount(0)
  await editor.getByRole('button', { name: /Restore earlier version/ }).click()
  await editor.getByLabel('Reason').fill('It is another house')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByText('This change becomes public in a moment')).toBeVisible()
  server.clock.advance(UNDO_S)
  await carryOutReleases(server.deps)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: '2 pieces of evidence' })).toBeVisible()
})

test('a finger removes a box, and the help names no keys', async ({ open, server }) => {
  const id = await newReport(server)
  const { library, database, clock } = server.deps
  await insertEvidence(database.db, {
    report_id: id,
    evidence_type: 'image',
    file_id: await library.addPicture({
      purpose: 'evidence',
      ownerId: null,
      bytes: await picture('#aa0000'),
      originalName: 'photo.jpg',
    }),
    description: 'A street',
    uploaded_at: clock.now().toISOString(),
    deleted_at: null,
  })
  const page = await open({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await signInAs(page, person('moderator'))
  await page.goto(`/reports/${id}/evidence`)
  await page.getByRole('button', { name: 'Public copy of evidence 1' }).tap()
  const editor = dialog(page, /What the public sees/)
  await expect(editor.getByText(/then the bin, to remove it/)).toBeVisible()
  await expect(editor.getByText(/Arrow keys/)).toBeHidden()
  const remove = editor.getByRole('button', { name: 'Remove this box' })
  await expect(remove).toBeDisabled()
  await editor.getByRole('button', { name: 'Add a box' }).tap()
  const box = editor.getByRole('button', { name: /^Box 1:/ })
  const corner = editor.locator('[data-corner]')
  await expect(corner).toHaveCSS('width', '44px')
  await expect(corner).toHaveCSS('height', '44px')
  await box.tap()
  await expect(remove).toBeEnabled()
  expect(await faultsOf(page)).toEqual([])
  await remove.tap()
  await expect(box).toHaveCount(0)
})
