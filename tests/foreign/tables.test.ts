/** LibreOffice opens what we export, and we import what it saves. */
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished } from 'vitest'
import { buildMember } from '#tests/builders/member.ts'
import { createDesk, ask, missingTools } from '#tests/support/foreign-tools.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { multipartBody } from '#tests/support/uploads.ts'

const missing = missingTools(['soffice'])

/** How LibreOffice reads a CSV: separator, quote, UTF-8, first row, quoted cells as text, numbers as they are known to it. */
const READ = {
  en: '44,34,76,1,,1033,true,true',
  fr: '59,34,76,1,,1036,true,true',
  ar: '59,34,76,1,,1025,true,true',
} as const

const SAVED = {
  'a workbook': ['xlsx', 'Calc MS Excel 2007 XML'],
  'a CSV with semicolons in UTF-8': ['csv', 'Text - txt - csv (StarCalc):59,34,76,1'],
  'a CSV with tabs in UTF-16': ['csv', 'Text - txt - csv (StarCalc):9,34,65535,1'],
} as const

describe('tables and LibreOffice', () => {
  const { server, run, person } = suiteServer(
    { engine: 'sqlite', skip: missing.length > 0 },
    { env: { LIMITS_SCALE: '100' } },
  )
  async function convert(
    bytes: Uint8Array,
    language: keyof typeof READ,
    [ending, filter]: readonly [string, string],
  ) {
    const desk = createDesk()
    onTestFinished(desk.remove)
    const from = desk.lay(bytes, 'csv')
    const out = from.replace(/\/[^/]*$/, '/saved')
    const { status, said } = ask('soffice', [
      '--headless',
      `-env:UserInstallation=file://${out}-profile`,
      `--infilter=CSV:${READ[language]}`,
      '--convert-to',
      `${ending}:${filter}`,
      '--outdir',
      out,
      from,
    ])
    expect({ status, said }).toMatchObject({ status: 0 })
    return readFileSync(`${out}/1.${ending}`)
  }
  const cases = (['en', 'fr', 'ar'] as const).flatMap((language) =>
    Object.keys(SAVED).map((form) => ({ language, form: form as keyof typeof SAVED })),
  )
  run.each(cases)(
    'an export in $language that it saves as $form is imported whole',
    async ({ language, form }) => {
      const admin = await person('admin', { proven: true })
      const { db } = server.deps.database
      const tribe = `Saved ${language} ${form}`
      const member = await buildMember(server.deps, {
        firstName: 'آمنة',
        lastName: "N'Diaye",
        details: { tribe, current_city: '@Home', occupation: '=1+1; +2' },
      })
      const authorization = `Bearer ${admin.bearer}`
      const exported = await fetch(
        `${server.url}/api/user/export?${new URLSearchParams({ tribe, language })}`,
        { headers: { authorization } },
      )
      const saved = await convert(
        new Uint8Array(await exported.arrayBuffer()),
        language,
        SAVED[form],
      )
      const before = await db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
      await db.deleteFrom('members').where('id', '=', member.id).execute()
      const { body, type } = multipartBody([
        { field: 'file', bytes: saved, name: `members.${SAVED[form][0]}`, type: 'text/csv' },
      ])
      const reply = await fetch(`${server.url}/api/user/import?dryRun=false&agreementPaper=Forms`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: new Uint8Array(body),
      })
      const report: unknown = await reply.json()
      expect(report).toMatchObject({ imported: 1 })
      const after = await db
        .selectFrom('members')
        .selectAll()
        .where('email', '=', member.email)
        .executeTakeFirstOrThrow()
      for (const column of [
        'first_name',
        'last_name',
        'phone',
        'tribe',
        'current_city',
        'occupation',
        'current_country',
        'birth_date',
        'sex',
      ] as const)
        expect(after[column], column).toBe(before[column])
    },
  )
})
