import { settleConsents } from '#server/records/consents/propose.ts'
/** What one administrator proposes and another one confirms. */
import { createReport, updateReport } from '#shared/contract/reports.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn, type ApiServer } from '#tests/support/api-server.ts'
import { beforeFirst, expect, provePassword, signInAs, test } from './fixtures.ts'
import { JOURNEY_LANGUAGES, expectGoodLooks, openIn } from './reading.ts'

const PATH = '/admin/dashboard/consents'

let first: BuiltMember
let second: BuiltMember
beforeFirst(async (server) => {
  first = await buildMember(server.deps, { role: 'admin' })
  second = await buildMember(server.deps, { role: 'admin' })
  await settleConsents(server.deps)
})

async function verifiedReport(server: ApiServer): Promise<number> {
  const { accessToken: bearer } = await signIn(server, first.email, first.password)
  const filed = await server.client.call(createReport, { body: reportBody() }, { bearer })
  if (!filed.ok) throw new Error('no report')
  const { id } = filed.value
  const body = { status: 'verified' } as const
  await server.client.call(updateReport, { params: { id }, body }, { bearer })
  return id
}

test('a verified report is deleted by two administrators, and refused by one', async ({
  open,
  server,
}) => {
  const id = await verifiedReport(server)
  const proposer = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(proposer, first)
  const remove = async (): Promise<void> => {
    await proposer.goto('/reports')
    await proposer.getByRole('button', { name: `Delete report ${id}`, exact: true }).click()
    await proposer.getByLabel('Reason').fill('Filed twice')
    await proposer.getByRole('button', { name: 'Delete the report' }).click()
  }
  await remove()
  await expect(proposer.getByText('another administrator has to approve it')).toBeVisible()
  await proposer.goto(PATH)
  await expect(proposer.getByText('Another administrator has to approve it.')).toBeVisible()
  await expect(proposer.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const other = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(other, second)
  await other.goto('/admin/dashboard/overview')
  await other.getByRole('link', { name: /^Approvals/ }).click()
  await expect(other.getByText('Filed twice')).toBeVisible()
  // What is deleted, and who asks, stand on the page.
  const proposal = other.getByRole('article')
  await expect(proposal.getByRole('link', { name: `#${id} ${reportBody().type}` })).toBeVisible()
  await expect(proposal).toContainText(reportBody().city)
  await expect(proposal).toContainText(first.name)
  await other.getByRole('button', { name: 'Refuse' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(other.getByText('Nothing is waiting for approval')).toBeVisible()
  await proposer.goto('/reports')
  await expect(
    proposer.getByRole('button', { name: `Delete report ${id}`, exact: true }),
  ).toBeVisible()

  await remove()
  await expect(proposer.getByText('another administrator has to approve it')).toBeVisible()
  await other.reload()
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await provePassword(other)
  await expect(other.getByText('Approved and carried out')).toBeVisible()
  await expect(other.getByText('Nothing is waiting for approval')).toBeVisible()
  await proposer.goto('/reports')
  await proposer.getByRole('heading', { level: 1 }).waitFor()
  await expect(
    proposer.getByRole('button', { name: `Delete report ${id}`, exact: true }),
  ).toHaveCount(0)
})

test('an export is asked for, permitted and made', async ({ open }) => {
  const proposer = await open({ viewport: { width: 1280, height: 800 } })
  await signInAs(proposer, first)
  await proposer.goto('/admin/dashboard/users')
  await proposer.getByRole('button', { name: 'Export' }).click()
  await provePassword(proposer)
  const asking = proposer.getByRole('dialog', { name: 'Ask for this export' })
  await asking.getByLabel('Reason').fill('Annual report')
  await asking.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(proposer.getByText('Another administrator was asked')).toBeVisible()

  const other = await open()
  await signInAs(other, second)
  await other.goto(PATH)
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await provePassword(other)
  await expect(other.getByText('Approved and carried out')).toBeVisible()

  const download = proposer.waitForEvent('download')
  await proposer.getByRole('button', { name: 'Export' }).click()
  await provePassword(proposer)
  expect((await download).suggestedFilename()).toMatch(/^wld-members-.*\.csv$/)
})

for (const language of JOURNEY_LANGUAGES)
  test(`reads well in ${language}`, async ({ open, server }) => {
    const id = await verifiedReport(server)
    const proposer = await open()
    await signInAs(proposer, second)
    await openIn(proposer, language, PATH)
    await proposer.evaluate(
      async ({ report, password, cardId }) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}`,
          'content-type': 'application/json',
        }
        await fetch('/api/user/validate/password', {
          method: 'POST',
          headers,
          body: JSON.stringify({ password, id: cardId }),
        })
        await fetch(`/api/report/delete/${report}`, {
          method: 'DELETE',
          headers,
          body: JSON.stringify({ reason: 'Filed twice' }),
        })
      },
      { report: id, password: second.password, cardId: second.cardId },
    )
    await proposer.reload()
    await proposer.getByRole('article').first().waitFor()
    await expectGoodLooks(proposer)
  })
