/** Photos, films and voices as phones make them: chosen, recorded, sent, heard and released. */
import type { Page } from '@playwright/test'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { HEIC_PHOTO } from '#tests/support/heic-photo.ts'
import { film } from '#tests/support/sample-films.ts'
import { opus, wav } from '#tests/support/sample-sounds.ts'
import { beforeFirst, expect, signInAs, test } from './fixtures.ts'
import { openIn, WIDTH_LANGUAGES, wordsOf } from './reading.ts'
import {
  buildStaff,
  filedTitle,
  fileIt,
  filing,
  fillWords,
  item,
  openForm,
  person,
  sidewaysIn,
  toStep,
} from './report-desk.ts'

beforeFirst(buildStaff)

const WITH_MICROPHONE = {
  viewport: { width: 360, height: 740 },
  permissions: ['camera', 'microphone'],
}
/** A second or more: on a busy machine a look may come late. */
const RECORDED = /^0:(?!00)\d\d$/
const PHONE_FILES = [
  { name: 'IMG_2041.HEIC', mimeType: '', buffer: HEIC_PHOTO },
  { name: 'old-phone.3gp', mimeType: 'video/3gpp', buffer: film({ brand: '3gp4' }) },
  { name: 'PTT-20261128-WA0003.opus', mimeType: '', buffer: opus() },
]

/** Pictures for a person to look at are kept only where a folder is named. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('a HEIC, a 3gp and a voice note are sent, and a voice is recorded and sealed', async ({
  open,
}) => {
  const page = await open(WITH_MICROPHONE)
  await signInAs(page, person('member'))
  await openForm(page)
  await fillWords(page, 'Heard at the market')
  await toStep(page, 'Evidence')
  await filing(page).getByLabel('Choose files').setInputFiles(PHONE_FILES)
  for (const { name } of PHONE_FILES) {
    await expect(item(page, name).getByText('Uploaded')).toBeVisible()
    await item(page, name).getByRole('textbox').fill(`It shows ${name}`)
  }
  await filing(page).getByRole('button', { name: 'Record your voice' }).click()
  await expect(filing(page).getByText(RECORDED)).toBeVisible()
  await filing(page).getByRole('button', { name: 'Discard' }).click()
  const voice = filing(page).getByRole('listitem', { name: /^Voice recording, 0:\d\d$/ })
  await expect(voice).toHaveCount(0)
  await filing(page).getByRole('button', { name: 'Record your voice' }).click()
  await expect(filing(page).getByText(/^0:(?!0[01])\d\d$/)).toBeVisible()
  await filing(page).getByRole('button', { name: 'Stop and use' }).click()
  await expect(voice.getByText('Uploaded')).toBeVisible()
  await expect(voice.getByText(/^Sealed on this device/)).toBeVisible()
  await expect
    .poll(() => voice.locator('audio').evaluate(({ readyState }: HTMLAudioElement) => readyState))
    .toBeGreaterThan(0)
  await voice.getByLabel('What the recording says').fill('What I saw')
  await toStep(page, 'Check and send')
  // What filing publishes stands above the button that does it.
  const readers = filing(page).getByText(/^As soon as you file it, everybody can read it/)
  await expect(readers).toBeVisible()
  await fileIt(page)
  await expect(filedTitle(page)).toBeVisible()
  const staffOnly = page.getByText(/^\d sound recordings?: only staff hear (it|them)/)
  await expect(staffOnly).toBeVisible()
  await page.getByRole('link', { name: 'Open its evidence page' }).click()
  await expect(staffOnly).toBeVisible()
})

test('without a microphone the form says what to do instead', async ({ open }) => {
  const page = await open(WITH_MICROPHONE)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await signInAs(page, person('member'))
  await openForm(page)
  await toStep(page, 'Evidence')
  await filing(page).getByRole('button', { name: 'Record your voice' }).click()
  await expect(filing(page).getByText('The browser did not allow the microphone.')).toBeVisible()
})

for (const language of WIDTH_LANGUAGES)
  test(`on a phone the form fits, with a HEIC and a voice: ${language}`, async ({ open }) => {
    const t = await wordsOf(language, ['reportWrite'])
    const page = await open(WITH_MICROPHONE)
    await signInAs(page, person('member'))
    await openIn(page, language, '/reports/new?step=evidence')
    const form = page.getByRole('form', { name: t('reportWrite:create.title') })
    await form.getByLabel(t('reportWrite:file.choose')).setInputFiles(PHONE_FILES)
    for (const { name } of PHONE_FILES)
      await expect(
        form.getByRole('listitem', { name }).getByText(t('reportWrite:file.state.done')),
      ).toBeVisible()
    await form.getByRole('button', { name: t('reportWrite:voice.record') }).scrollIntoViewIfNeeded()
    expect(await sidewaysIn(page, page.getByRole('main'))).toEqual([])
    await shot(page, `report-${language}`)
  })

for (const language of WIDTH_LANGUAGES)
  test(`a witness sends a HEIC and a voice by receipt: ${language}`, async ({ open }) => {
    const t = await wordsOf(language, ['reportWrite', 'witnessReports'])
    const page = await open(WITH_MICROPHONE)
    await openIn(page, language, '/tell')
    await page.getByLabel(t('reportWrite:field.type')).selectOption({ index: 1 })
    for (const [name, text] of [
      ['description', 'What was heard'],
      ['victim', 'Traders'],
      ['city', 'Nyala'],
    ] as const)
      await page
        .getByRole('textbox', { name: t(`reportWrite:field.${name}`, { context: 'part' }) })
        .fill(text)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: t('witnessReports:submit') }).click()
    await expect(page.getByTestId('receipt')).toHaveText(/^\d{4} \d{4} \d{4} \d{4}$/)
    await page.getByRole('button', { name: t('witnessReports:receipt.goOn') }).click()
    const pieces = page.getByRole('region', { name: t('witnessReports:evidence.title') })
    const add = page.getByRole('button', { name: t('witnessReports:evidence.add') })
    await page.locator('input[type=file]').setInputFiles(PHONE_FILES.slice(0, 1))
    await add.click()
    await expect(pieces.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: t('reportWrite:voice.record') }).click()
    await expect(page.getByText(RECORDED)).toBeVisible()
    await shot(page, `tell-recording-${language}`)
    await page.getByRole('button', { name: t('reportWrite:voice.stop') }).click()
    // It can be heard, and dropped, before it is sent.
    const heard = page.locator('audio')
    await expect(heard).toHaveAccessibleName(
      new RegExp(t('reportWrite:voice.name', { length: '0:' })),
    )
    await expect
      .poll(() => heard.evaluate(({ readyState }: HTMLAudioElement) => readyState))
      .toBeGreaterThan(0)
    await expect(page.getByRole('textbox', { name: t('reportWrite:file.says') })).toBeVisible()
    await shot(page, `tell-voice-${language}`)
    const drop = t('reportWrite:file.removeOf', {
      name: t('reportWrite:voice.name', { length: '' }),
    })
    await page.getByRole('button', { name: drop }).click()
    await expect(heard).toHaveCount(0)
    await expect(page.locator('input[type=file]')).toBeFocused()
    await page.getByRole('button', { name: t('reportWrite:voice.record') }).click()
    await expect(page.getByText(RECORDED)).toBeVisible()
    await page.getByRole('button', { name: t('reportWrite:voice.stop') }).click()
    await add.click()
    await expect(pieces.getByRole('listitem')).toHaveCount(2)
    await expect(pieces.getByText(`${t('reportWrite:kind.audio')} ·`)).toBeVisible()
    const scan = { name: 'scan.tiff', mimeType: 'image/tiff', buffer: Buffer.from('II*') }
    await page.locator('input[type=file]').setInputFiles(scan)
    // With the colon of the language: French puts a blank before it.
    const refused = t('reportWrite:fault.of', { name: '\u2068scan.tiff\u2069', fault: '' })
    await expect(page.getByText(refused)).toBeVisible()
    await shot(page, `tell-${language}`)
  })

test('staff hear a voice with its wave, and its release says what it means', async ({
  open,
  server,
}) => {
  const reporter = await open()
  await signInAs(reporter, person('member'))
  await openForm(reporter)
  await fillWords(reporter, 'A voice')
  await toStep(reporter, 'Evidence')
  await filing(reporter)
    .getByLabel('Choose files')
    .setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: wav() })
  await expect(item(reporter, 'a.wav').getByText('Uploaded')).toBeVisible()
  await item(reporter, 'a.wav').getByLabel('What the recording says').fill('A voice')
  await fileIt(reporter)
  const id = /\d+/.exec((await filedTitle(reporter).textContent()) ?? '')?.[0] ?? ''
  const { email } = await buildMember(server.deps, { role: 'moderator' })
  const page = await open({ viewport: { width: 1_280, height: 800 } })
  await signInAs(page, { email, password: TEST_PASSWORD })
  await page.goto(`/reports/${id}/evidence`)
  const card = page.getByRole('article', { name: 'Sound recording 1' })
  await expect(card.getByText('Kept from the public')).toBeVisible()
  await card.getByRole('button', { name: 'Play: Sound recording 1' }).click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.locator('svg[data-wave] rect')).toHaveCount(160)
  const sound = viewer.locator('audio')
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.duration)).toBe(2)
  await viewer.locator('svg[data-wave]').click()
  await expect
    .poll(() => sound.evaluate((one: HTMLAudioElement) => Math.round(one.currentTime)))
    .toBe(1)
  await shot(page, 'viewer-wave')
  await page.keyboard.press('Escape')
  await page.goto(`/moderator/dashboard/reports/${id}`)
  await expect(page.locator('svg[data-wave] rect')).toHaveCount(160)
  await shot(page, 'desk-wave')
  await page.goto(`/reports/${id}/evidence`)
  await card.getByRole('button', { name: 'Public copy of evidence 1' }).click()
  await page.getByRole('checkbox', { name: 'Keep this from the public' }).uncheck()
  await expect(page.getByText('A voice can identify a person')).toBeVisible()
  await shot(page, 'release-voice')
  // Others learn nothing of it.
  const visitor = await open()
  await visitor.goto(`/reports/${id}/evidence`)
  await expect(visitor.getByRole('article')).toHaveCount(0)
})
