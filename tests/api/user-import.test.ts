import { sql } from 'kysely'
import { beforeEach, describe, expect } from 'vitest'
import { login } from '#shared/contract/auth.ts'
import type { TableReading } from '#shared/contract/users.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { ENTRY_NOTICES_A_DAY } from '#shared/domain/privacy/entry-notice.ts'
import { buildMember } from '#tests/builders/member.ts'
import { basic } from '#tests/support/api-server.ts'
import { countWork } from '#tests/support/counted-work.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { multipartBody } from '#tests/support/uploads.ts'
import { HOSTILE_WORKBOOKS, workbook } from '#tests/support/xlsx.ts'

interface Report {
  readonly dryRun: boolean
  readonly rows: number
  readonly valid: number
  readonly imported: number
  readonly faults: readonly {
    readonly row: number
    readonly column: string
    readonly code: string
  }[]
  readonly reading: TableReading
  readonly code: string
  readonly fields: readonly { readonly path: string; readonly code: string }[]
}

const HEADER = 'firstName,lastName,email,birthDate,sex,phone,role,status'
const table = (...rows: readonly string[]): string => [HEADER, ...rows].join('\r\n')

describe.each(ENGINES)('import of members on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: string
  const tokenOf = async (role: Role, proven = true) => (await person(role, { proven })).bearer
  beforeEach(async () => {
    admin = await tokenOf('admin')
  })

  let lastAddress = 0
  const address = (): string => `imported.${(lastAddress += 1)}.${engine}@import.example`
  async function send(
    file: string | Buffer,
    query: Record<string, string> = {},
    token = admin,
  ): Promise<{ status: number; body: Report }> {
    const { body, type } = multipartBody([
      { field: 'file', bytes: Buffer.from(file), name: 'members.csv', type: 'text/csv' },
    ])
    const answer = await fetch(`${server.url}/api/user/import?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(body),
    })
    return { status: answer.status, body: (await answer.json()) as Report } // a report, or a problem: distinguished by the status
  }
  const countMembers = async (): Promise<number> =>
    (await server.deps.database.db.selectFrom('members').select('id').execute()).length
  const rowOf = (email: string) =>
    server.deps.database.db
      .selectFrom('members')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst()

  run(
    'a dry run changes nothing; the import creates inactive members without a staff role',
    async () => {
      const [one, two] = [address(), address()]
      const header =
        'firstName;lastName;email;birthDate;sex;phone;tribe;nationalities;currentCountry;currentCity;currentVillage;birthCountry;birthCity;birthVillage;maritalStatus;numberOfKids;occupation;mothersFirstName;mothersLastName;recommendedBy;language;role;status'
      const file = `\uFEFF${header}\r\nHawa;Musa;${one};1990-04-12;f;'+33639981234;Demo tribe 1;Sudan, FR;France;Lyon;;Sudan;Nyala;;widow;2;Engineer;Zeinab;Ali;ELDER;ar;ROLE_USER;inactive\r\n"Älva";Awad;${two};1985-01-31;M;;;;;;;;;;;;;;;;;;\r\n`
      const before = await countMembers()
      expect((await send(file)).body).toEqual({
        dryRun: true,
        rows: 2,
        valid: 2,
        imported: 0,
        faults: [],
        tribes: 1,
        notices: { waiting: 0, left: ENTRY_NOTICES_A_DAY },
        reading: expect.objectContaining({ separator: ';', encoding: 'utf-8' }),
      })
      expect(await countMembers()).toBe(before)
      expect((await send(file, { dryRun: 'false', agreementPaper: 'Forms' })).body).toEqual({
        dryRun: false,
        rows: 2,
        valid: 2,
        imported: 2,
        faults: [],
        tribes: 1,
        notices: { waiting: 0, left: ENTRY_NOTICES_A_DAY },
        reading: expect.anything(),
      })
      const hawa = await rowOf(one)
      expect(hawa).toMatchObject({
        first_name: 'Hawa',
        role: 'ROLE_USER',
        status: 'inactive',
        validated: 1,
        phone: '+33639981234',
        tribe: 'Demo tribe 1',
        tribe_key: server.deps.database.rules.sealedIndex.tribeKeys('demo tribe 1')[0],
        current_country: 'FR',
        marital_status: 'Widowed',
        number_of_kids: 2,
        language: 'ar',
        sex: 'f',
        birth_date: '1990-04-12',
        mothers_first_name: 'Zeinab',
      })
      const countries = await server.deps.database.db
        .selectFrom('member_nationalities')
        .select('country')
        .where('member_id', '=', hawa?.id ?? 0)
        .orderBy('country')
        .execute()
      expect(countries).toEqual([{ country: 'FR' }, { country: 'SD' }])
      expect(await rowOf(two)).toMatchObject({ first_name: 'Älva', sex: 'm', phone: '' })
      const trail = await server.deps.database.db
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('target', '=', `member:${hawa?.id ?? 0}`)
        .execute()
      expect(trail).toEqual([{ action: 'member.created', detail: '{"imported":true}' }])
      // Imported members are found by the search, and cannot sign in before staff activate the account.
      expect(
        await server.client.call(login, { headers: { authorization: basic(one, '') } }),
      ).toMatchObject({ ok: false })
      // In the second run, every member exists already.
      expect((await send(file)).body).toMatchObject({
        valid: 0,
        faults: [
          { row: 2, column: 'email', code: 'already_member' },
          { row: 2, column: 'phone', code: 'already_member' },
          { row: 3, column: 'email', code: 'already_member' },
        ],
      })
    },
  )

  run('each faulty row is reported with column and cause', async () => {
    const held = await buildMember(server.deps)
    const good = address()
    const rows: readonly (readonly [string, readonly string[]])[] = [
      [`Amna,Idris,${good},1990-04-12,f,+249912345678,,`, []],
      [`,Idris,${address()},1990-04-12,f,,,`, ['firstName required']],
      [`=HYPERLINK("http://x"),Idris,${address()},1990-04-12,f,,,`, ['firstName formula']],
      [`Amna,"@SUM(A1)",${address()},1990-04-12,f,,,`, ['lastName formula']],
      [`Amna,Idris,${address()},1990-04-12,f,"+1+cmd|' /C calc'!A0",,`, ['phone formula']],
      [`Amna,1dris,${address()},1990-04-12,f,,,`, ['lastName bad_name']],
      ['Amna,Idris,not-an-address,1990-04-12,f,,,', ['email bad_email']],
      [`Amna,Idris,${good.toUpperCase()},1990-04-12,f,,,`, ['email duplicate_in_file']],
      [`Amna,Idris,${address()},1990-04-12,f,00249 912 345 678,,`, ['phone duplicate_in_file']],
      [
        `Amna,Idris,${held.email},1990-04-12,f,${held.phone},,`,
        ['email already_member', 'phone already_member'],
      ],
      [`Amna,Idris,${address()},12/04/90,f,,,`, ['birthDate bad_date']],
      [`Amna,Idris,${address()},2023-02-30,f,,,`, ['birthDate bad_date']],
      [`Amna,Idris,${address()},2020-02-20,f,,,`, ['birthDate under_age']],
      [`Amna,Idris,${address()},1990-04-12,x,,,`, ['sex bad_sex']],
      [`Amna,Idris,${address()},1990-04-12,f,12,,`, ['phone bad_phone']],
      [`Amna,Idris,${address()},1990-04-12,f,,ROLE_ADMIN,`, ['role staff_role']],
      [`Amna,Idris,${address()},1990-04-12,f,,moderator,`, ['role staff_role']],
      [`Amna,Idris,${address()},1990-04-12,f,,boss,`, ['role bad_role']],
      [`Amna,Idris,${address()},1990-04-12,f,,,banned`, ['status bad_status']],
      [`Amna,Idris,${address()},1990-04-12,f,,,,surplus`, [' too_many_cells']],
      [`Am\u0007na,Idris,${address()},1990-04-12,f,,,`, ['firstName control_character']],
      ['', []],
      [
        `,,,never,x,,,`,
        [
          'firstName required',
          'lastName required',
          'email required',
          'birthDate bad_date',
          'sex bad_sex',
        ],
      ],
    ]
    const before = await countMembers()
    const { body } = await send(table(...rows.map(([row]) => row)))
    const said = (row: number): string[] =>
      body.faults
        .filter((fault) => fault.row === row)
        .map(({ column, code }) => `${column} ${code}`)
    rows.forEach(([text, wanted], index) => expect(said(index + 2), text).toEqual(wanted))
    expect(body).toMatchObject({ dryRun: true, valid: 1, imported: 0, rows: rows.length - 1 })
    // All rows or none, unless the faulty rows are left out explicitly.
    const refused = await send(table(...rows.map(([row]) => row)), { dryRun: 'false' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(refused.body.fields[0]).toMatchObject({
      path: 'body.file.3.firstName',
      code: 'required',
    })
    expect(await countMembers()).toBe(before)
    expect(
      await send(table(...rows.map(([row]) => row)), { dryRun: 'false', skipInvalid: 'true' }),
    ).toMatchObject({ status: 200, body: { imported: 1 } })
    expect(await countMembers()).toBe(before + 1)
    expect((await rowOf(good))?.role).toBe('ROLE_USER')
  })

  const wide = Array.from({ length: 1_000 }, (_, index) => `c${index}`).join(',')
  run.each<[string, string | Buffer, string[]]>([
    ['a thousand columns', `${wide}\r\n1`, ['body.file too_many_columns']],
    [
      'too many rows',
      `${HEADER}\r\n${'a,b,c,d,e,,,\r\n'.repeat(5_001)}`,
      ['body.file too_many_rows'],
    ],
    ['no content', '', ['body.file no_rows']],
    ['a header alone', `${HEADER}\r\n\r\n`, ['body.file no_rows']],
    ['an open quote', `${HEADER}\r\n"Amna,Idris`, ['body.file.2 unclosed_quote']],
    [
      'two encodings',
      Buffer.concat([
        Buffer.from(table('Hawa,Têtu,a@import.example,1990-04-12,f,,,\r\n')),
        Buffer.from('Élise,Musa,b@import.example,1990-04-12,f,,,', 'latin1'),
      ]),
      ['body.file mixed_encodings'],
    ],
    [
      'missing and duplicate columns',
      'firstName,lastName,email,sex,password,Sex\r\nx',
      ['body.file.sex duplicate_column', 'body.file.birthDate missing_column'],
    ],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), ['body.file not_a_table']],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), ['body.file old_excel']],
    [
      'macros',
      workbook({ workbookType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
      ['body.file macros'],
    ],
    ...HOSTILE_WORKBOOKS.filter(({ title }) => /entity|million/.test(title)).map(
      ({ title, fault, make }): [string, Buffer, string[]] => [
        title,
        make(),
        [`body.file ${fault}`],
      ],
    ),
  ])('a file with %s is rejected as a whole', async (_what, file, wanted) => {
    const before = await countMembers()
    for (const query of [{}, { dryRun: 'false', skipInvalid: 'true' }]) {
      const answer = await send(file, query)
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } })
      expect(answer.body.fields.map(({ path, code }) => `${path} ${code}`)).toEqual(wanted)
    }
    expect(await countMembers()).toBe(before)
  })

  const FRENCH =
    'Prénom;Nom;Courriel;Date de naissance;Sexe;Téléphone;Pays;Situation familiale;Remarque privée;;'
  run('a file of French Excel is imported, and the reply says how it was read', async () => {
    const email = address()
    const file = `${FRENCH}\r\nÉlise;Façonnière;${email};04/05/1990;Femme;33639981299;Soudan;Mariée;x;;\r\n;;;;;;;;;;\r\n`
    const report = await send(Buffer.from(file, 'latin1'), { dryRun: 'false' })
    expect(report).toMatchObject({
      status: 200,
      body: {
        imported: 1,
        faults: [],
        reading: {
          format: 'csv',
          encoding: 'windows-1252',
          separator: ';',
          sheet: null,
          dates: {
            order: 'dmy',
            ambiguous: 1,
            example: { text: '04/05/1990', date: '1990-05-04' },
          },
          phonesWithoutPlus: 1,
        },
      },
    })
    expect(report.body.reading.columns).toContainEqual({
      header: 'Remarque privée',
      column: null,
      sample: 'x',
    })
    expect(report.body.reading.columns).toHaveLength(9)
    expect(await rowOf(email)).toMatchObject({
      first_name: 'Élise',
      last_name: 'Façonnière',
      birth_date: '1990-05-04',
      sex: 'f',
      phone: '+33639981299',
      current_country: 'SD',
      marital_status: 'Married',
    })
  })

  run('staff say which of day and month comes first, where a file cannot', async () => {
    const email = address()
    const file = table(`Amna,Idris,${email},04/05/1990,f,,,`)
    expect((await send(file, { dateOrder: 'mdy', dryRun: 'false' })).body).toMatchObject({
      imported: 1,
      reading: { dates: { order: 'mdy', example: { date: '1990-04-05' } } },
    })
    expect((await rowOf(email))?.birth_date).toBe('1990-04-05')
    expect((await send(file, { dateOrder: 'ymd' })).status).toBe(422)
  })

  run('a workbook is imported, and a rounded number is refused with its cause', async () => {
    const [one, two] = [address(), address()]
    const rows = [
      ['الاسم الأول', 'اسم العائلة', 'البريد الإلكتروني', 'تاريخ الميلاد', 'الجنس', 'الهاتف'],
      ['آمنة', 'إدريس', one, 32_975, 'أنثى', 249_912_345_671],
      ['آمنة', 'إدريس', two, 32_975, 'أنثى', 249_912_000_000],
    ]
    expect(
      (await send(workbook({ rows }), { dryRun: 'false', skipInvalid: 'true' })).body,
    ).toMatchObject({
      imported: 1,
      faults: [{ row: 3, column: 'phone', code: 'rounded_phone' }],
      reading: {
        format: 'xlsx',
        encoding: null,
        separator: null,
        sheet: 'Members',
        otherSheets: 0,
      },
    })
    expect(await rowOf(one)).toMatchObject({
      first_name: 'آمنة',
      birth_date: '1990-04-12',
      sex: 'f',
      phone: '+249912345671',
    })
    const formula = { xml: '<c t="str"><f>HYPERLINK("http://x")</f><v>Amna</v></c>' }
    const [head = []] = rows
    expect(
      (await send(workbook({ rows: [head, [formula, 'إدريس', two, 32_975, 'f']] }))).body.faults,
    ).toEqual([{ row: 2, column: 'firstName', code: 'formula' }])
  })

  run.each(['en', 'fr', 'ar'])(
    'our own export is imported again, in the file of %s',
    async (language) => {
      const { db } = server.deps.database
      const details = { tribe: `Again ${language}`, current_city: '@Home', occupation: '=1+1; +2' }
      const built = await buildMember(server.deps, {
        firstName: 'آمنة',
        lastName: "N'Diaye",
        details,
      })
      const banned = await buildMember(server.deps, {
        status: 'banned',
        details: { tribe: `Again ${language}` },
      })
      const before = await rowOf(built.email)
      const answer = await fetch(
        `${server.url}/api/user/export?${new URLSearchParams({ tribe: `Again ${language}`, language })}`,
        { headers: { authorization: `Bearer ${admin}` } },
      )
      const file = Buffer.from(await answer.arrayBuffer())
      expect(file.toString().split('\r\n')[0]).toContain(language === 'en' ? '","' : '";"')
      // Here everybody is a member already.
      expect((await send(file)).body).toMatchObject({ valid: 0, rows: 2 })
      // In an association that has lost them they come in again, but for the banned.
      await db.deleteFrom('members').where('id', 'in', [built.id, banned.id]).execute()
      const report = await send(file, {
        dryRun: 'false',
        skipInvalid: 'true',
        agreementPaper: 'Forms of 12 March',
      })
      expect(report.body).toMatchObject({
        imported: 1,
        faults: [{ column: 'status', code: 'bad_status' }],
      })
      expect(report.body.reading.columns.filter(({ column }) => column === null)).toMatchObject([
        { header: 'cardId' },
        { header: 'memberSince' },
      ])
      const after = await rowOf(built.email)
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
        'marital_status',
        'number_of_kids',
      ] as const)
        expect(after?.[column], column).toBe(before?.[column])
      expect(after).toMatchObject({ status: 'inactive', role: 'ROLE_USER' })
    },
  )

  run(
    'a tribe is imported with the paper on which people agreed to its use, and not without',
    async () => {
      const { db } = server.deps.database
      const rows = (email: string) =>
        [`${HEADER},tribe`, `Paper,Person,${email},1990-04-12,f,,,,Paper tribe`].join('\r\n')
      const [without, with_] = [address(), address()]
      expect((await send(rows(without))).body).toMatchObject({ valid: 1, tribes: 1 })
      expect((await send(rows(without), { dryRun: 'false' })).body).toMatchObject({ imported: 1 })
      expect(await rowOf(without)).toMatchObject({ tribe: '' })
      await send(rows(with_), { dryRun: 'false', agreementPaper: 'Forms of 12 March, folder 4' })
      const member = await rowOf(with_)
      expect(member).toMatchObject({ tribe: 'Paper tribe' })
      const agreements = await db
        .selectFrom('agreements')
        .select(['kind', 'source', 'paper'])
        .where('member_id', '=', member?.id ?? 0)
        .orderBy('kind')
        .execute()
      expect(agreements).toEqual([
        { kind: 'terms', source: 'staff', paper: 'Forms of 12 March, folder 4' },
        { kind: 'tribe', source: 'staff', paper: 'Forms of 12 March, folder 4' },
      ])
    },
  )

  run('a large file, no file, another field and JSON are rejected', async () => {
    expect(await send(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toMatchObject({
      status: 413,
      body: { fields: [{ path: 'body.file', code: 'too_large' }] },
    })
    const form = new FormData()
    form.set('other', new Blob([HEADER]), 'x.csv')
    const post = (body: BodyInit, headers = {}) =>
      fetch(`${server.url}/api/user/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, ...headers },
        body,
      })
    expect((await post(form)).status).toBe(422)
    expect((await post(new FormData())).status).toBeGreaterThanOrEqual(400)
    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(415)
  })

  run('a hundred rows close the audit log to others for a few statements only', async () => {
    const people = Array.from({ length: 100 }, () => `Hawa,Musa,${address()},1990-04-12,f,,,`)
    const before = (await server.deps.database.db.selectFrom('audit').select('seq').execute())
      .length
    const { value, work } = await countWork(server, () =>
      send(table(...people), { dryRun: 'false' }),
    )
    expect(value.body).toMatchObject({ imported: 100 })
    const heads = work.statements.filter((text) => text.startsWith('update "audit_head"'))
    expect(heads.length).toBeLessThan(20)
    const rows = await server.deps.database.db
      .selectFrom('audit')
      .select('seq')
      .where('action', '=', 'member.created')
      .where('seq', '>', before)
      .execute()
    expect(rows).toHaveLength(100)
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
  })

  run('five thousand rows are imported in one call', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, index) => `Many,Rows,many.${index}.${engine}@import.example,1990-04-12,f,,,`,
    )
    const before = await countMembers()
    expect((await send(table(...rows), { dryRun: 'false' })).body).toMatchObject({
      imported: 5_000,
      faults: [],
    })
    expect(await countMembers()).toBe(before + 5_000)
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    // The engine knows of the new rows when it plans the next query.
    const { rows: known } = await sql<{ n: number }>`${
      engine === 'sqlite'
        ? sql`select cast(stat as integer) as n from sqlite_stat1 where tbl = 'members'`
        : sql`select reltuples as n from pg_class where relname = 'members'`
    }`.execute(server.deps.database.db)
    expect(Number(known[0]?.n)).toBeGreaterThanOrEqual(5_000)
    await server.deps.database.db.deleteFrom('members').where('last_name', '=', 'Rows').execute()
  })

  run('two concurrent imports of one file create each member once', async () => {
    const rows = Array.from({ length: 50 }, () => `Twice,Same,${address()},1990-04-12,f,,,`)
    const before = await countMembers()
    const answers = await Promise.all([1, 2].map(() => send(table(...rows), { dryRun: 'false' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      expect.toBeOneOf([409, 422]),
    ])
    expect(await countMembers()).toBe(before + 50)
  })

  run('only administrators with a step-up import members', async () => {
    const file = table(`Amna,Idris,${address()},1990-04-12,f,,,`)
    for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
      expect(await send(file, {}, await tokenOf(role))).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    expect(await send(file, {}, await tokenOf('admin', false))).toMatchObject({
      status: 403,
      body: { code: 'step-up-required' },
    })
    server.clock.advance(301)
    expect(await send(file)).toMatchObject({ status: 403, body: { code: 'step-up-required' } })
  })
})
