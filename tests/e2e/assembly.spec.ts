/** The general assembly: rules, a voice that is given, the door, the screen in the hall, and the lists. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { TFunction } from 'i18next'
import { DISCARDED, forgetScan } from '#server/parts/files/file-repository.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { HOUR_MS } from '#shared/domain/units.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { freshAssembly, freshEvent, freshProxy } from '#tests/security/fresh-rows.ts'
import { ask, createDesk, missingTools } from '#tests/support/foreign-tools.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { createFormatter } from '../../src/renderer/i18n/format.ts'
import { expect, provePassword, signInAs, test } from './fixtures.ts'
import {
  JOURNEY_LANGUAGES,
  expectGoodLooks,
  expectLineBegins,
  faultsOf,
  openIn,
  overflowOf,
  wordsOf,
} from './reading.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const result = (page: Page, t: TFunction) =>
  page.getByRole('region', { name: t('verification:stage.label') })

async function enter(page: Page, t: TFunction, { cardId }: BuiltMember): Promise<void> {
  await page
    .getByRole('textbox', { name: t('scanner:number.label') })
    .first()
    .fill(cardId)
  await page.getByRole('button', { name: t('scanner:number.submit'), exact: true }).click()
  const act = result(page, t).getByRole('button', {
    name: t('verification:checkIn.do'),
    exact: true,
  })
  await act.click()
  await expect(act).toBeHidden()
}

async function download(page: Page, t: TFunction, label: string): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: label }).click()
  const password = page.getByLabel(t('ui:staff.stepUp.password'))
  await Promise.race([started, password.waitFor()])
  if (await password.isVisible()) {
    await password.fill(TEST_PASSWORD)
    await page.getByRole('button', { name: t('ui:staff.stepUp.confirm'), exact: true }).click()
  }
  return readFileSync(await (await started).path())
}

for (const language of JOURNEY_LANGUAGES)
  test(`an assembly from its rules to the signed list, ${language}`, async ({ server, open }) => {
    const { deps } = server
    const t = await wordsOf(language, ['assembly', 'verification', 'scanner', 'ui', 'staffEvents'])
    const eventId = await freshEvent(deps)
    const [admin, giver, holder, other] = [
      await buildMember(deps, { role: 'admin' }),
      await buildMember(deps, { firstName: 'آمنة', lastName: 'الطيب' }),
      await buildMember(deps, { firstName: 'Bakri', lastName: 'Osman' }),
      await buildMember(deps, { firstName: 'Élise', lastName: 'Durand' }),
    ]

    // Staff set the rules.
    const staff = await open(WIDE)
    await signInAs(staff, admin)
    await openIn(staff, language, `/admin/dashboard/events/${eventId}`)
    await staff.getByRole('link', { name: t('staffEvents:attendance.assembly') }).click()
    const make = staff.getByRole('button', { name: t('assembly:rules.make') })
    await staff.getByText(t('assembly:rules.number'), { exact: true }).click()
    const value = staff.getByRole('textbox', {
      name: t('assembly:rules.numberValue'),
      exact: true,
    })
    await value.fill('0')
    await make.click()
    await expect(
      staff.getByText(
        t('assembly:rules.bounds', {
          min: '1',
          max: createFormatter(language).number(1_000_000),
        }),
      ),
    ).toBeVisible()
    await value.fill('3')
    await make.click()
    await expect(staff.getByRole('heading', { name: t('assembly:lists.title') })).toBeVisible()
    await expect(staff.getByRole('heading', { name: t('assembly:rules.title') })).toBeFocused()

    // A member gives the voice: a wrong number first, which tells nothing.
    const phone = await open({ viewport: { width: 360, height: 760 } })
    await signInAs(phone, giver)
    await openIn(phone, language, `/events/${eventId}`)
    const number = phone.getByRole('textbox', { name: t('assembly:voice.holder') })
    const give = phone.getByRole('button', { name: t('assembly:voice.give') })
    await number.fill('WLD_99999999')
    await give.click()
    await expect(phone.getByText(t('ui:faults.holder-refused'))).toBeVisible()
    await expect(number).toHaveValue('WLD_99999999')
    expect(await overflowOf(phone)).toBe(0)
    await number.fill(holder.cardId)
    await give.click()
    await expect(phone.getByText(t('assembly:voice.revocable'))).toBeVisible()
    await expect(phone.getByText(bareCardId(holder.cardId))).toBeVisible()
    await expect(phone.getByText('Bakri')).toHaveCount(0)
    expect(await overflowOf(phone)).toBe(0)
    expect(await faultsOf(phone)).toEqual([])

    // The screen stands in the hall and counts by itself.
    const screen = await open(WIDE)
    await signInAs(screen, admin)
    await openIn(screen, language, `/events/${eventId}/assembly`)
    const verdict = screen.getByRole('status')
    await expect(verdict).toHaveText(t('assembly:screen.missing', { count: 3 }))
    expect(await faultsOf(screen)).toEqual([])

    // On a phone the way out is a mark, with its words for who hears it.
    await screen.setViewportSize({ width: 360, height: 760 })
    const leave = screen.getByRole('button', { name: t('assembly:screen.leave') })
    const mark = await leave.boundingBox()
    expect(mark?.width).toBeLessThan(80)
    expect(await overflowOf(screen)).toBe(0)
    await screen.setViewportSize(WIDE.viewport)

    // The door: two voices for the holder, one for the other.
    await openIn(staff, language, `/admin/dashboard/verification?event=${eventId}`)
    await enter(staff, t, holder)
    await expect(
      result(staff, t).getByText(t('verification:checkIn.voices', { count: 2 })),
    ).toBeVisible()
    await expect(verdict).toHaveText(t('assembly:screen.missing', { count: 1 }))
    await enter(staff, t, other)
    await expect(
      result(staff, t).getByText(t('verification:checkIn.voices', { count: 1 })),
    ).toBeVisible()
    await expect(verdict).toHaveText(t('assembly:screen.reached'))
    await expect(screen.getByText(/Bakri|آمنة|WLD_/)).toHaveCount(0)

    // The giver comes after all: the card of that voice is out.
    await enter(staff, t, giver)
    await expect(result(staff, t).getByText(t('verification:checkIn.voiceOut'))).toBeVisible()

    // Without the server the screen says how old its figures are.
    await screen.route('**/api/assemblies/**', (route) => route.abort())
    await expect(screen.getByRole('alert')).toBeVisible()
    await expect(verdict).toHaveText(t('assembly:screen.reached'))

    // The lists.
    await openIn(staff, language, `/admin/dashboard/events/${eventId}/assembly`)
    const csv = (await download(staff, t, t('assembly:lists.minutes'))).toString()
    const separator = language === 'en' ? ',' : ';'
    for (const cells of [
      ['Quorum reached', 'yes'],
      [holder.cardId, 'Bakri Osman', 'yes'],
    ])
      expect(csv).toContain(cells.map((cell) => `"${cell}"`).join(separator))
  })

/** What is on each page of the printed sheet. */
async function printedPages(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const desk = createDesk()
  const path = desk.lay(pdf, 'pdf')
  const text = Buffer.from(ask('pdftotext', ['-layout', path, '-']).said, 'latin1').toString()
  desk.remove()
  return text.split('\f').slice(0, -1) // each page ends with one
}

/** Everything that this site keeps in the browser, as one text. */
const keptInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        kept.push(request.url, await (await cache.match(request))?.text())
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error ?? new Error(name))
      })
      for (const store of database.objectStoreNames)
        kept.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
        )
      database.close()
    }
    return JSON.stringify(kept)
  })

for (const language of LANGUAGES)
  test(`the list for signatures is printed from its page, ${language}`, async ({
    server,
    open,
  }, info) => {
    const { deps } = server
    const t = await wordsOf(language, ['assembly', 'ui'])
    const eventId = await freshAssembly(deps)
    const register = async (firstName: string, lastName: string): Promise<BuiltMember> => {
      const member = await buildMember(deps, { firstName, lastName })
      await deps.database.db
        .insertInto('event_registrations')
        .values({
          event_id: eventId,
          member_id: member.id,
          state: 'registered',
          created_at: deps.clock.now().toISOString(),
        })
        .execute()
      return member
    }
    const giver = await register('آمنة', 'الطيب')
    const holder = await register('Bakri', 'Osman')
    await register('Marie-Christine Élisabeth', 'de La Rochefoucauld-Montmorency Abdelrahman')
    for (let at = 0; at < 30; at += 1) await register('Amina', `Diallo ${at}`)
    await freshProxy(deps, eventId, { giver: giver.id, holder: holder.id })
    const page = await open({ ...WIDE, colorScheme: 'dark' })
    await signInAs(page, await buildMember(deps, { role: 'content' }))
    await openIn(page, language, `/content/dashboard/events/${eventId}/assembly`)
    await page.getByRole('link', { name: t('assembly:lists.signatures') }).click()

    // Without the password nobody is named, and the way back to it stays.
    const dialog = page.getByRole('dialog', { name: t('assembly:lists.signatures') })
    await expect(dialog).toContainText(t('assembly:sheet.why'))
    await page.keyboard.press('Escape')
    await expect(page.getByText(t('assembly:sheet.locked'))).toBeVisible()
    const print = page.getByRole('button', { name: t('assembly:sheet.print') })
    await expect(print).toHaveCount(0)
    await page.getByRole('button', { name: t('assembly:sheet.show') }).click()
    await dialog.getByLabel(t('ui:staff.stepUp.password')).fill(TEST_PASSWORD)
    await dialog.getByRole('button', { name: t('ui:staff.stepUp.confirm'), exact: true }).click()
    const sheet = page.getByRole('region', { name: t('assembly:lists.signatures') })
    await expect(sheet.getByRole('table')).toHaveCount(4)
    await expect(sheet.getByRole('row', { name: /^Bakri Osman/ })).toContainText(
      `آمنة الطيب (${giver.id})`,
    )
    await page.setViewportSize({ width: 360, height: 740 })
    await expectLineBegins(sheet.getByText('Feuille d’émargement').first())
    await page.setViewportSize(WIDE.viewport)
    await expectGoodLooks(page, 'the list for signatures')
    await page.emulateMedia({ colorScheme: 'dark' })

    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await print.click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    await page.screenshot({ path: info.outputPath('sheet.png') })
    if (missingTools(['pdftotext']).length === 0) {
      // A has two pages; B, M and the Arabic letter have one each.
      const pages = await printedPages(page)
      expect(pages).toHaveLength(5)
      for (const [at, text] of pages.entries()) {
        for (const part of ['Assembly', 'Feuille d’émargement', 'قائمة الحضور', 'N° de carte'])
          expect(text, `page ${at + 1}`).toContain(part)
        expect(text).toContain(`Page ${at + 1} / 5`)
        expect(text, 'nothing of the page around it').not.toContain(t('assembly:sheet.print'))
      }
      expect(pages.map((text) => /^ *([A-Z])$/m.exec(text)?.[1])).toEqual([
        'A',
        'A',
        'B',
        'M',
        undefined,
      ])
      expect(pages.join('').match(/Amina Diallo \d+/g)).toHaveLength(30)
      expect(pages[2]).toMatch(new RegExp(`Bakri Osman +${holder.id} +2 +Représente`))
      expect(pages[3]).toContain('Abdelrahman')
      expect(pages[4]).toContain('آمنة الطيب')
      expect(pages[4]).toContain('Représenté par')
      expect(pages[4]).toMatch(/Personnes\s: 33 · Voix attendues\s: 33/)
      for (const text of pages.slice(0, 4)) expect(text).not.toContain('Personnes')
    }

    // Other pages print as themselves, and nothing of the list stays.
    await page.getByRole('link', { name: t('assembly:staff.title') }).click()
    await expect(page.getByRole('heading', { name: t('assembly:lists.title') })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: t('assembly:rules.title') })).toBeVisible()
    const kept = await keptInBrowser(page)
    for (const part of ['Diallo', 'Bakri', 'الطيب', String(giver.id)])
      expect(kept).not.toContain(part)
  })

test('a list for signatures without people or without the server says so', async ({
  server,
  open,
}) => {
  const eventId = await freshAssembly(server.deps)
  const page = await open(WIDE)
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  await page.route('**/api/assemblies/*/signatures', (route) => route.abort())
  await page.goto(`/admin/dashboard/events/${eventId}/assembly/signatures`)
  await expect(page.getByText('The signature list could not be loaded')).toBeVisible()
  await page.unroute('**/api/assemblies/*/signatures')
  await page.getByRole('button', { name: 'Try again' }).click()
  await provePassword(page)
  await expect(page.getByText('Nobody is on the list yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print the list' })).toHaveCount(0)
})

test('the list for signatures is no page of a moderator', async ({ server, open }) => {
  const eventId = await freshAssembly(server.deps)
  const page = await open(WIDE)
  await signInAs(page, await buildMember(server.deps, { role: 'moderator' }))
  await page.goto(`/moderator/dashboard/events/${eventId}/assembly`)
  await expect(page.getByRole('heading', { name: 'Votes in the hall' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Signature list' })).toHaveCount(0)
  await page.goto(`/moderator/dashboard/events/${eventId}/assembly/signatures`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

for (const language of JOURNEY_LANGUAGES)
  test(`the attendance list says how many voting cards to hand out, ${language}`, async ({
    server,
    open,
  }, info) => {
    const { deps } = server
    const t = await wordsOf(language, ['staffEvents', 'verification'])
    const eventId = await freshAssembly(deps)
    const [giver, holder] = [
      await buildMember(deps, { firstName: 'آمنة', lastName: 'الطيب' }),
      await buildMember(deps, { firstName: 'Bakri', lastName: 'Osman' }),
    ]
    await freshProxy(deps, eventId, { giver: giver.id, holder: holder.id })
    const staff = await open({ viewport: { width: 360, height: 760 } })
    await signInAs(staff, await buildMember(deps, { role: 'admin' }))
    await openIn(staff, language, `/admin/dashboard/events/${eventId}`)
    const form = staff.getByRole('form', { name: t('staffEvents:door.byNumber') })
    const byHand = async ({ cardId }: BuiltMember): Promise<void> => {
      await form.getByRole('textbox').fill(cardId)
      await form.getByRole('button').click()
    }
    const main = staff.getByRole('main')
    const cards = (count: number) =>
      main.getByText(t('verification:checkIn.voices', { count }), { exact: true })
    await byHand(holder)
    await expect(cards(2)).toBeVisible()
    await byHand(giver)
    await expect(cards(1)).toBeVisible()
    await expect(main.getByText(t('verification:checkIn.voiceOut'))).toBeVisible()
    expect(await overflowOf(staff)).toBe(0)
    expect(await faultsOf(staff)).toEqual([])
    await staff.screenshot({ path: info.outputPath('by-hand.png'), fullPage: true })
    // Recorded a second time, no second set of cards is handed out.
    await byHand(holder)
    await expect(form.getByRole('textbox')).toHaveValue('')
    await expect(cards(1)).toHaveCount(0)
    await expect(cards(2)).toHaveCount(0)
  })

for (const language of JOURNEY_LANGUAGES)
  test(`managers enter a voice from a signed paper, and take it back, ${language}`, async ({
    server,
    open,
  }, info) => {
    const { deps } = server
    const t = await wordsOf(language, ['assembly', 'ui'])
    const { db } = deps.database
    const eventId = await freshAssembly(deps)
    const [giver, holder] = [
      await buildMember(deps, { firstName: 'آمنة', lastName: 'الطيب' }),
      await buildMember(deps, { firstName: 'Bakri', lastName: 'Osman' }),
    ]
    const page = await open(WIDE)
    await signInAs(page, await buildMember(deps, { role: 'content' }))
    await openIn(page, language, `/content/dashboard/events/${eventId}/assembly`)
    const field = (key: string) => page.getByRole('textbox', { name: t(`assembly:papers.${key}`) })
    const submit = page.getByRole('button', { name: t('assembly:papers.enter') })
    // The reason stands beside the number that it is about, and the typed text stays.
    await field('giver').fill(giver.cardId)
    await field('holder').fill(giver.cardId)
    await field('note').fill('Folder 2')
    await submit.click()
    await expect(page.getByText(t('assembly:papers.scanFault'))).toBeVisible()
    await page
      .getByRole('group', { name: t('assembly:papers.scan') })
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'paper.jpg', mimeType: 'image/jpeg', buffer: await jpeg(900, 1200) })
    // The picture is read before the form has it.
    await expect(page.getByText(t('assembly:papers.scanFault'))).toBeHidden()
    // Until it is drawn, what is below it moves.
    const shown = page.getByRole('img', { name: /paper\.jpg/ })
    await expect
      .poll(() => shown.evaluate((node: HTMLImageElement) => node.naturalWidth))
      .toBeGreaterThan(0)
    await submit.click()
    await expect(page.getByText(t('assembly:papers.why.holder-self'))).toBeVisible()
    await expect(field('giver')).toHaveValue(giver.cardId)
    await field('holder').fill(holder.cardId)
    // The server has deleted the upload meanwhile: the next press sends the picture again.
    await db
      .updateTable('files')
      .set({ purpose: DISCARDED })
      .where('purpose', '=', 'paper')
      .where('attached_at', 'is', null)
      .execute()
    await submit.click()
    await expect(page.getByText(t('ui:faults.unknown_file'))).toBeVisible()
    await submit.click()
    const list = page.getByRole('list', { name: t('assembly:papers.title') })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    for (const text of ['آمنة الطيب', 'Bakri Osman', bareCardId(giver.cardId), 'Folder 2'])
      await expect(list).toContainText(text)
    await expect(field('giver')).toHaveValue('')
    await list.getByRole('button', { name: t('assembly:papers.showScan') }).click()
    const scan = page.getByRole('dialog').getByRole('img')
    await expect.poll(() => scan.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(900)
    expect(await faultsOf(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('scan-1280.png') })
    await page.keyboard.press('Escape')
    expect(await faultsOf(page)).toEqual([])
    // At the end of its period the scan is gone, and its hash stays.
    const { scan_file: file } = await db
      .selectFrom('assembly_proxies')
      .select('scan_file')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    await forgetScan(db, file ?? '')
    await page.reload()
    await expect(list).toContainText(t('assembly:papers.scanDeleted'))
    await expect(list).toContainText(/[0-9a-f]{64}/)
    await expect(list.getByRole('button', { name: t('assembly:papers.showScan') })).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowOf(page), `${width} px`).toBe(0)
      await page.screenshot({ path: info.outputPath(`paper-${width}.png`), fullPage: true })
    }
    // The giver sees it beside the own voice.
    const phone = await open({ viewport: { width: 360, height: 760 } })
    await signInAs(phone, giver)
    await openIn(phone, language, `/events/${eventId}`)
    await expect(
      phone.getByText(t('assembly:voice.enteredAt', { date: '' }).trim().slice(0, 20)),
    ).toBeVisible()
    await list.getByRole('button', { name: t('assembly:papers.withdraw') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('assembly:papers.withdraw'), exact: true })
      .click()
    await expect(page.getByText(t('assembly:papers.none'))).toBeVisible()
  })

test('a member does not see the screen, and a visitor signs in first', async ({ server, open }) => {
  const eventId = await freshAssembly(server.deps)
  const visitor = await open()
  await visitor.goto(`/events/${eventId}/assembly`)
  await visitor.waitForURL('**/login')
  const member = await open()
  await signInAs(member, await buildMember(server.deps))
  await member.goto(`/events/${eventId}/assembly`)
  await member.waitForURL((url) => url.pathname === '/')
})

test('a voice is taken back, and who may not vote reads why', async ({ server, open }) => {
  const { deps } = server
  const eventId = await freshAssembly(deps)
  const [giver, holder] = [await buildMember(deps), await buildMember(deps, { firstName: 'Salma' })]
  const page = await open()
  await signInAs(page, giver)
  await page.goto(`/events/${eventId}`)
  await page.getByRole('textbox', { name: 'Card number of your proxy' }).fill(holder.cardId)
  await page.getByRole('button', { name: 'Appoint a proxy' }).click()
  await page.getByRole('button', { name: 'Cancel my proxy' }).click()
  await expect(page.getByRole('button', { name: 'Appoint a proxy' })).toBeVisible()
  await deps.database.db
    .updateTable('assemblies')
    .set({ member_by: '2020-01-31' })
    .where('event_id', '=', eventId)
    .execute()
  await page.reload()
  await expect(page.getByText('You have no vote in this assembly')).toBeVisible()
  await expect(page.getByText('31 January 2020')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Appoint a proxy' })).toHaveCount(0)
})

test('the page of an assembly begins with what is next: the rules before, the votes from a day before on', async ({
  server,
  open,
}) => {
  const eventId = await freshAssembly(server.deps)
  const page = await open()
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  const t = await wordsOf('en', ['assembly'])
  const first = page.locator('main').getByRole('heading', { level: 2 }).first()
  for (const [inHours, title] of [
    [25, 'Rules'],
    [23, 'Votes in the hall'],
    [-1, 'Votes in the hall'],
  ] as const) {
    await server.deps.database.db
      .updateTable('events')
      .set({ starts_at: new Date(Date.now() + inHours * HOUR_MS).toISOString() })
      .where('id', '=', eventId)
      .execute()
    await page.goto(`/admin/dashboard/events/${eventId}/assembly`)
    await expect(first).toHaveText(title)
    // The list of the sections has their order.
    const sections = page.getByRole('navigation', { name: t('staff.sections') })
    await expect(sections.getByRole('listitem').first()).toHaveText(title)
    const last = inHours > 24 ? 'Votes in the hall' : 'Rules'
    await sections.getByRole('button', { name: last, exact: true }).click()
    await expect(page.getByRole('heading', { name: last, exact: true })).toBeFocused()
    // What the server refuses from the start on is not offered.
    const isBegun = inHours < 0
    await expect(page.getByRole('button', { name: 'Make it a regular event' })).toHaveCount(
      isBegun ? 0 : 1,
    )
    await expect(page.getByRole('button', { name: 'Send the notice' })).toHaveCount(isBegun ? 0 : 1)
    // Without an agenda too: who came is in the minutes.
    await expect(page.getByRole('link', { name: t('minutes.open') })).toBeVisible()
  }
})

test('an event without rules becomes an assembly until it is over, and then the page says so', async ({
  server,
  open,
}) => {
  const eventId = await freshEvent(server.deps)
  const page = await open(WIDE)
  await signInAs(page, await buildMember(server.deps, { role: 'admin' }))
  const make = page.getByRole('button', { name: 'Make it an assembly' })
  const over = page.getByText('It can no longer be made one.')
  for (const [endsInHours, isOver] of [
    [1, false],
    [-1, true],
  ] as const) {
    await server.deps.database.db
      .updateTable('events')
      .set({
        starts_at: new Date(Date.now() - 3 * HOUR_MS).toISOString(),
        ends_at: new Date(Date.now() + endsInHours * HOUR_MS).toISOString(),
      })
      .where('id', '=', eventId)
      .execute()
    await page.goto(`/admin/dashboard/events/${eventId}/assembly`)
    await expect(isOver ? over : make).toBeVisible()
    await expect(isOver ? make : over).toHaveCount(0)
  }
})
