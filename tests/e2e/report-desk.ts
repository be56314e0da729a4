/** What the specs of reports share: the members of the association, the steps of the form, and the dialogs of staff. */
import type { Page } from '@playwright/test'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { buildReport, reportBody } from '#tests/builders/report.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { expect } from './fixtures.ts'

const people = new Map<string, BuiltMember>()
export const person = (role: 'admin' | 'moderator' | 'reviewer' | 'member'): BuiltMember => {
  const found = people.get(role)
  if (found === undefined) throw new Error(`nobody has the role ${role}`)
  return found
}

/** One person of each role: `beforeFirst(buildStaff)`. */
export async function buildStaff({ deps }: ApiServer): Promise<void> {
  for (const role of ['admin', 'moderator', 'reviewer', 'member'] as const)
    people.set(role, await buildMember(deps, { role }))
}

export const WIDE = { viewport: { width: 1280, height: 900 } }
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** The form in which a member files a report. */
export const filing = (page: Page) => page.getByRole('form', { name: 'File a report' })

export const countReports = async ({ deps }: ApiServer): Promise<number> => {
  const { n } = await deps.database.db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
export const item = (page: Page, name: string) =>
  filing(page).getByRole('listitem', { name, exact: true })

export async function openForm(page: Page): Promise<void> {
  await page.goto('/reports')
  await page.getByRole('link', { name: /^(File a report|Continue your report)$/ }).click()
  await toStep(page, 'What happened')
}

type StepName =
  | 'What happened'
  | 'Where and when'
  | 'Alleged perpetrator'
  | 'Evidence'
  | 'Check and send'
export async function toStep(page: Page, name: StepName): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name }).click()
  await expect(filing(page).getByRole('heading', { level: 2, name })).toBeVisible()
}

export async function fillWords(page: Page, description: string): Promise<void> {
  const { city, googleMapLink, actor, actorName, actorDesc, actorAccount, victim } = reportBody()
  const fill = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(texts))
      await filing(page).getByRole('textbox', { name, exact: true }).fill(text)
  }
  await toStep(page, 'What happened')
  await filing(page).getByLabel('Type of violation').selectOption('Physical violence and threats')
  await fill({ 'How it happened': description, Victim: victim })
  await toStep(page, 'Where and when')
  await fill({ 'City or village': city, 'Map link': googleMapLink })
  await toStep(page, 'Alleged perpetrator')
  await fill({
    'Group or unit': actor,
    Name: actorName,
    Description: actorDesc,
    'Account or phone': actorAccount,
  })
}

/** The button of the last step. */
export async function fileIt(page: Page, click: 'click' | 'dblclick' = 'click'): Promise<void> {
  await toStep(page, 'Check and send')
  await filing(page).getByRole('button', { name: 'File the report' })[click]()
}
/** What stands in place of the form once it is filed. */
export const filedTitle = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^Report \d+ was filed$/ })

/** Elements of a box that are visible beyond its edges. */
export const sidewaysIn = (page: Page, place = page.getByRole('dialog')): Promise<string[]> =>
  place.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect()
    return [...box.querySelectorAll<HTMLElement>('*')]
      .filter((element) => element.closest('.sr-only') === null && element.checkVisibility())
      .filter(
        (element) =>
          element.getBoundingClientRect().left < left - 1 ||
          element.getBoundingClientRect().right > right + 1,
      )
      .map((element) => element.outerHTML.slice(0, 120))
  })

export const newReport = (
  { deps }: ApiServer,
  wish: Parameters<typeof buildReport>[1] = {},
  held = false,
): Promise<number> => {
  const at = new Date().toISOString()
  return buildReport(deps, wish, {
    at,
    reporter_id: person('member').id,
    held_at: held ? at : null,
  })
}
export async function openEdit(page: Page, id: number): Promise<void> {
  await page.goto('/reports')
  await page.getByRole('button', { name: `Edit report ${id}`, exact: true }).click()
  await expect(
    dialog(page, `Edit report ${id}`).getByLabel('Status', { exact: true }),
  ).toBeVisible()
}
export const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
