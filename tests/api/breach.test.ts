/** The operator lists who is concerned by a breach, from the audit log of a running server. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readMember } from '#shared/contract/users.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { freshDonation } from '#tests/builders/receipt.ts'
import { signIn } from '#tests/support/api-server.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const PROGRAM = program('src/server/commands/breach/breach.ts')

describe.each(RULE_ENGINES)('the people concerned by a breach on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '1000' } })
  let folders = 0
  function breach(...args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      encoding: 'utf8',
      env: {
        ...PROCESS_ENV,
        DATA_DIR: server.dataDir,
        ...(server.databaseUrl !== undefined && { DATABASE_URL: server.databaseUrl }),
      },
    })
    return { status, output: `${stdout}${stderr}` }
  }
  const HOUR_MS = 3_600_000
  const at = (hours: number): string =>
    new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString()
  /** Runs the command for the hour around now, and reads what it wrote. */
  function concerned(...args: readonly string[]) {
    folders += 1
    const folder = join(server.dataDir, `breach-${folders}`)
    const [from, until] = [at(-1), at(1)]
    const range = ['--from', from, '--until', until]
    const { status, output } = breach(...range, ...args, '--to', folder)
    expect({ status, output }).toMatchObject({ status: 0 })
    const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
    return { folder, output, text, persons: text('persons.csv'), period: { from, until } }
  }
  const seen = (actor: string, action: string, target: string) =>
    server.deps.audit.write({ actor, action, target })
  const has = (csv: string, ...people: readonly BuiltMember[]): boolean[] =>
    people.map(({ cardId }) => csv.includes(`"${cardId}"`))

  run('an account: whom it looked at in that time, and all members after an export', async () => {
    const admin = await buildMember(server.deps, { role: 'admin' })
    const [viewed, attendee, untouched] = [
      await buildMember(server.deps, { firstName: '=Amna', details: { language: 'fr' } }),
      await buildMember(server.deps),
      await buildMember(server.deps),
    ]
    const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
    await server.client.call(readMember, { params: { id: viewed.cardId } }, { bearer })
    const actor = `member:${admin.id}`
    await seen(actor, 'document.viewed', `member:${viewed.id}`)
    await seen(actor, 'member.searched', `member:${viewed.id} member:${attendee.id}`)
    await seen(actor, 'member.viewed', 'member:99999999')
    await seen(`member:${attendee.id}`, 'account.exported', `member:${untouched.id}`)

    const [giver, holder] = [await buildMember(server.deps), await buildMember(server.deps)]
    await seen(actor, 'assembly.paper-viewed', `member:${giver.id} member:${holder.id}`)

    const { folder, output, persons, text, period } = concerned('--member', admin.cardId)
    expect(has(persons, admin, viewed, attendee, untouched)).toEqual([true, true, true, false])
    expect(persons).toMatch(
      /"'=Amna Idris","[^"]+","fr","[^"]*pièces d’identité[^"]*","document.viewed member.searched member.viewed"/,
    )
    for (const { cardId } of [giver, holder])
      expect(persons).toMatch(
        new RegExp(`"${cardId}",.*"the signed paper .* signature","assembly.paper-viewed"`),
      )
    expect(output).toContain('5 persons are concerned (en 4, ar 0, fr 1).\n1 more were erased')
    expect(text('authority.txt')).toMatch(
      /72 heures[^]*5 personne\(s\)[^]*pièces d’identité : 1[^]*papier signé.* : 2 personne/,
    )
    const drafts = ['persons-en.txt', 'persons-ar.txt', 'persons-fr.txt', 'authority.txt'].map(text)
    expect(drafts.join()).not.toMatch(/\{\{|\[/)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)

    const row = await server.deps.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'breach.listed')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ actor: 'system', target: actor })
    expect(JSON.parse(row.detail)).toEqual({ ...period, persons: 5, all: false })
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()

    const range = ['--from', at(-3), '--until', at(-2)] as const
    expect(breach(...range, '--member', admin.cardId, '--to', folder)).toMatchObject({
      status: 1,
      output: expect.stringContaining('contains other files'),
    })
    const before = breach(...range, '--member', admin.cardId, '--to', `${folder}-before`)
    expect(before.output).toContain('1 persons are concerned')

    await seen(actor, 'audit.exported', '')
    const all = concerned('--member', admin.cardId)
    expect(has(all.persons, admin, viewed, attendee, untouched)).not.toContain(false)
    expect(all.output).toContain('All members are affected')
    expect(all.text('authority.txt')).toContain('audit.exported')
  })

  run(
    'a device: whose cards it checked; a copied database: all, with senders and givers',
    async () => {
      const [checked, other] = [await buildMember(server.deps), await buildMember(server.deps)]
      await seen('device:door-1', 'card.verified', `member:${checked.id}`)
      await seen('device:door-2', 'card.verified', `member:${other.id}`)
      const device = concerned('--device', 'door-1')
      expect(has(device.persons, checked, other)).toEqual([true, false])
      expect(device.output).not.toContain('All members')

      await server.deps.database.db
        .insertInto('claims')
        .values({
          id: 'MSG-7K3M-9Q',
          member_id: null,
          first_name: 'Huda',
          last_name: 'Osman',
          email: 'huda@test.example',
          phone: '',
          subject: 'help',
          message: 'Please call me.',
          status: 'open',
          note: '',
          decided_by: null,
          decided_at: null,
          language: 'ar',
          created_at: at(0),
        })
        .execute()
      const reader = await buildMember(server.deps, { role: 'admin' })
      const pledgeId = await freshDonation(server.deps, { email: 'giver@test.example' })
      await seen(`member:${reader.id}`, 'member.rows-read', '')
      const read = concerned('--member', reader.cardId).persons
      expect(has(read, checked, other)).toEqual([true, true])
      expect(read).toContain('huda@test.example')
      expect(read).toContain('giver@test.example')
      await server.deps.database.db.deleteFrom('pledges').where('id', '=', pledgeId).execute()
      const all = concerned('--everyone')
      expect(has(all.persons, checked, other)).toEqual([true, true])
      expect(all.persons).toContain('"MSG-7K3M-9Q","Huda Osman","huda@test.example","ar"')
      const { n } = await server.deps.database.db
        .selectFrom('members')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      expect(all.output).toContain(`${Number(n) + 1} persons are concerned`)
      for (const wrong of [
        [],
        ['--everyone', '--device', 'door-1'],
        ['--device', 'nowhere'],
        ['--member', 'x'],
      ])
        expect(
          breach('--from', at(-1), '--until', at(1), ...wrong, '--to', join(server.dataDir, 'none'))
            .status,
        ).toBe(1)
      expect(breach('--from', 'x', '--until', at(1), '--everyone', '--to', 'y').output).toContain(
        '--from must be',
      )
    },
  )
})
