/** The page of the receipt of an erasure, as it is opened from a mail: on a phone, and on paper. */
import { writeErasurePage } from '#server/parts/mail/erasure/erasure-page.ts'
import { writeErasureReceipt } from '#server/parts/mail/erasure/erasure-receipt.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { expect, test } from './fixtures.ts'
import { overflowOf } from './reading.ts'

for (const language of LANGUAGES)
  test(`in ${language} it fits a narrow phone, and one sheet`, async ({ open, server }) => {
    const { text: receipt } = writeErasureReceipt(server.deps, {
      memberId: 10_004_217,
      at: '2026-05-03T09:05:00.000Z',
      rule: 'staff',
      counts: { files: 1_234, reportsWithoutName: 1_234, pledgesWithoutName: 1_234 },
    })
    const page = await open({ viewport: { width: 320, height: 740 } })
    await page.setContent(
      writeErasurePage({
        language,
        receipt,
        rule: 'staff',
        // As long as name and seat of an association may be.
        sender: `${'Name '.repeat(24)}, ${'Seat of it '.repeat(27)}`,
        donationDays: '4015',
        auditDays: '1825',
        backupDays: '14',
      }) ?? '',
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
    const sheets = (await page.pdf({ preferCSSPageSize: true }))
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)
    expect(sheets).toHaveLength(1)
  })
