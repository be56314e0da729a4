import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect } from 'vitest'
import { isoAfter } from '#server/base/clock.ts'
import { forgetScan } from '#server/parts/files/file-repository.ts'
import { ORPHAN_AGE_S, removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { exportAccount } from '#shared/contract/account.ts'
import {
  countAssembly,
  enterPaper,
  giveVoice,
  listPapers,
  readOwnVoice,
  takeVoiceBack,
  withdrawPaper,
} from '#shared/contract/assembly.ts'
import { checkIn } from '#shared/contract/events.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { freshAssembly } from '#tests/security/fresh-rows.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf, uploadOne } from '#tests/support/uploads.ts'

describe.each(ENGINES)('voices on paper on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '10' } })
  let manager: Person
  beforeAll(async () => {
    manager = await person('content')
  })
  interface Sides {
    readonly giver: { readonly cardId: string }
    readonly holder: { readonly cardId: string }
  }
  const scanOf = async ({ bearer }: Person) => uploadOne(server, bearer, 'paper', await jpeg())
  const enter = async (id: string, { giver, holder }: Sides, by = manager, scan?: string) =>
    server.client.call(
      enterPaper,
      {
        params: { id },
        body: {
          giver: giver.cardId,
          holder: holder.cardId,
          note: 'Folder 2',
          scan: scan ?? (await scanOf(by)),
        },
      },
      by,
    )
  const withdraw = (id: string, giver: Person, by = manager) =>
    server.client.call(withdrawPaper, { params: { id }, body: { giver: giver.cardId } }, by)
  const comeIn = (id: string, { cardId }: Person) =>
    server.client.call(
      checkIn,
      {
        params: { id },
        body: {
          checkIns: [
            { id: randomUUID(), cardId, at: server.clock.now().toISOString(), gate: 'North' },
          ],
        },
      },
      manager,
    )
  /** The assembly has begun and is not over. */
  const begin = (id: string) =>
    server.deps.database.db
      .updateTable('events')
      .set({ starts_at: server.clock.now().toISOString() })
      .where('id', '=', id)
      .execute()
  const fault = (path: string, code: string) => ({
    ok: false,
    problem: { code: 'invalid', fields: [{ path, code }] },
  })

  const templatesTo = async ({ email }: BuiltMember) =>
    (await mailsTo(server.deps, email)).map(({ template }) => template)
  const addressOf = async (scan: string, who: Person): Promise<string | undefined> => {
    const signed = await server.client.call(signPhoto, { body: [scan] }, who)
    if (!signed.ok) throw new Error('not signed')
    return (signed.value as Record<string, string>)[scan]
  }
  const exported = async (who: Person) => {
    const body = { id: who.cardId, password: TEST_PASSWORD }
    await server.client.call(validatePassword, { body }, who)
    const reply = await server.client.call(exportAccount, {}, who)
    if (!reply.ok) throw new Error('not exported')
    return reply.value
  }
  const audited = async (action: string, target: string) =>
    (
      await server.deps.database.db
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('action', '=', action)
        .where('target', '=', target)
        .execute()
    ).map(({ actor, detail }) => ({ actor, detail: JSON.parse(detail ?? '{}') as unknown }))

  run('staff enter a paper while the assembly runs; both get a mail, and it counts', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    await begin(id)
    expect(await enter(id, { giver, holder })).toMatchObject({
      ok: true,
      value: {
        papers: [
          {
            giver: { cardId: giver.cardId },
            holder: { cardId: holder.cardId },
            note: 'Folder 2',
            by: { cardId: manager.cardId },
            revocable: true,
          },
        ],
      },
    })
    expect(await templatesTo(giver)).toContain('voice-on-paper')
    expect(await templatesTo(holder)).toContain('voice-received')
    expect(await audited('assembly.paper-entered', `member:${giver.id}`)).toEqual([
      { actor: `member:${manager.id}`, detail: { event: id, holder: holder.cardId } },
    ])
    expect(await server.client.call(readOwnVoice, { params: { id } }, giver)).toMatchObject({
      ok: true,
      value: { given: { holder: holder.cardId, onPaper: true } },
    })
    await comeIn(id, holder)
    expect(await server.client.call(countAssembly, { params: { id } }, manager)).toMatchObject({
      ok: true,
      value: { present: 1, represented: 1 },
    })
    // The voting card is handed out: the paper stays.
    expect(await withdraw(id, giver)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-began' },
    })
    const seen = await server.client.call(listPapers, { params: { id } }, manager)
    expect(seen).toMatchObject({ ok: true, value: { papers: [{ revocable: false }] } })
  })

  run('staff withdraw a paper, and the giver takes it back online', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    await enter(id, { giver, holder })
    expect(await withdraw(id, giver)).toMatchObject({ ok: true, value: { papers: [] } })
    expect(await templatesTo(giver)).toContain('paper-withdrawn')
    expect(await templatesTo(holder)).toContain('voice-withdrawn')
    expect(await audited('assembly.paper-withdrawn', `member:${giver.id}`)).toEqual([
      {
        actor: `member:${manager.id}`,
        detail: { event: id, withdrawn: true, holder: holder.cardId },
      },
    ])
    await enter(id, { giver, holder })
    expect((await server.client.call(takeVoiceBack, { params: { id } }, giver)).ok).toBe(true)
    const seen = await server.client.call(listPapers, { params: { id } }, manager)
    expect(seen).toMatchObject({ ok: true, value: { papers: [] } })
  })

  run('what a member gave online is neither listed nor withdrawn by staff', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    const body = { holder: holder.cardId }
    await server.client.call(giveVoice, { params: { id }, body }, giver)
    expect(await withdraw(id, giver)).toMatchObject({ ok: true, value: { papers: [] } })
    expect(await server.client.call(readOwnVoice, { params: { id } }, giver)).toMatchObject({
      ok: true,
      value: { given: { holder: holder.cardId, onPaper: false } },
    })
    expect(await enter(id, { giver, holder })).toMatchObject(fault('body.giver', 'voice-given'))
  })

  run('the limits are those of voices that are given online', async () => {
    const id = await freshAssembly(server.deps) // two voices for each holder
    const [one, two, three, holder] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ]
    const nobody = { cardId: 'WLD_99999999' }
    expect(await enter(id, { giver: one, holder: one })).toMatchObject(
      fault('body.holder', 'holder-self'),
    )
    expect(await enter(id, { giver: nobody, holder })).toMatchObject(
      fault('body.giver', 'no-voice'),
    )
    expect(await enter(id, { giver: one, holder: nobody })).toMatchObject(
      fault('body.holder', 'holder-no-voice'),
    )
    expect((await enter(id, { giver: one, holder })).ok).toBe(true)
    const body = { holder: holder.cardId }
    expect((await server.client.call(giveVoice, { params: { id }, body }, two)).ok).toBe(true)
    expect(await enter(id, { giver: three, holder })).toMatchObject(
      fault('body.holder', 'holder-full'),
    )
    expect(await enter(id, { giver: holder, holder: three })).toMatchObject(
      fault('body.giver', 'holds-voices'),
    )
    expect(await enter(id, { giver: three, holder: one })).toMatchObject(
      fault('body.holder', 'holder-gave'),
    )
  })

  run('two papers at the same moment fill a holder once', async () => {
    const id = await freshAssembly(server.deps)
    const holder = await person()
    const givers = [await person(), await person(), await person(), await person()]
    const replies = await Promise.all(givers.map((giver) => enter(id, { giver, holder })))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(2)
  })

  run('after the event nothing is entered or withdrawn', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, late, holder] = [await person(), await person(), await person()]
    await enter(id, { giver, holder })
    await server.deps.database.db
      .updateTable('events')
      .set({ starts_at: '2020-01-01T10:00:00.000Z', ends_at: '2020-01-01T12:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    expect(await enter(id, { giver: late, holder })).toMatchObject(
      fault('body.giver', 'proxies-closed'),
    )
    expect(await withdraw(id, giver)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-began' },
    })
  })

  run('a paper needs an own scan that nothing else uses', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, next, holder] = [await person(), await person(), await person()]
    const unknown = fault('body.scan', 'unknown_file')
    const foreign = await scanOf(await person('admin'))
    const face = await uploadOne(server, manager.bearer, 'wldProfile', await jpeg())
    for (const scan of [`/api/files/${randomUUID()}`, foreign, face])
      expect(await enter(id, { giver, holder }, manager, scan)).toMatchObject(unknown)
    const scan = await scanOf(manager)
    expect((await enter(id, { giver, holder }, manager, scan)).ok).toBe(true)
    expect(await enter(id, { giver: next, holder }, manager, scan)).toMatchObject(unknown)
    for (const role of ['member', 'reviewer', 'moderator'] as const)
      await expect(scanOf(await person(role))).rejects.toThrow('forbidden_field')
  })

  run('managers alone see the scan, and it goes with its voice', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    const scan = await scanOf(manager)
    expect(await enter(id, { giver, holder }, manager, scan)).toMatchObject({
      value: { papers: [{ scanUrl: scan, scanSha256: null }] },
    })
    const seenBy = async (who: Person) => {
      const address = await addressOf(scan, who)
      return address === undefined ? undefined : (await fetch(`${server.url}${address}`)).status
    }
    for (const role of ['admin', 'content'] as const)
      expect(await seenBy(await person(role))).toBe(200)
    for (const who of [giver, holder, await person('reviewer'), await person('moderator')])
      expect(await seenBy(who)).toBeUndefined()

    const file = () =>
      server.deps.database.db
        .selectFrom('files')
        .select('purpose')
        .where('id', '=', fileIdOf(scan))
        .execute()
    const longAgo = isoAfter(server.clock, -2 * ORPHAN_AGE_S)
    await server.deps.database.db
      .updateTable('files')
      .set({ created_at: longAgo })
      .where('id', '=', fileIdOf(scan))
      .execute()
    await removeOrphans(server.deps)
    expect(await file()).toEqual([{ purpose: 'paper' }])
    await withdraw(id, giver)
    await removeOrphans(server.deps)
    expect(await file()).toEqual([])
  })

  run(
    'each look at a scan is logged with giver and holder, and stamped with the viewer',
    async () => {
      const id = await freshAssembly(server.deps)
      const [giver, holder] = [await person(), await person()]
      const white = {
        create: { width: 900, height: 600, channels: 3, background: '#fff' },
      } as const
      const page = await sharp(white).jpeg().toBuffer()
      const scan = await uploadOne(server, manager.bearer, 'paper', page)
      /** How much the pixels differ: nothing is written on the page. */
      const marksSeenBy = async (who: Person): Promise<number> => {
        const reply = await fetch(`${server.url}${(await addressOf(scan, who)) ?? ''}`)
        expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
        const { channels } = await sharp(Buffer.from(await reply.arrayBuffer())).stats()
        return channels[0]?.stdev ?? 0
      }
      const both = `member:${giver.id} member:${holder.id}`
      expect(await marksSeenBy(manager)).toBeLessThan(1) // the own upload, before it is entered
      await enter(id, { giver, holder }, manager, scan)
      expect(await audited('assembly.paper-viewed', both)).toEqual([])

      const admin = await person('admin')
      for (const who of [admin, manager]) expect(await marksSeenBy(who)).toBeGreaterThan(5)
      expect(await audited('assembly.paper-viewed', both)).toEqual([
        { actor: `member:${admin.id}`, detail: { event: id, role: 'A' } },
        { actor: `member:${manager.id}`, detail: { event: id, role: 'X' } },
      ])
      await addressOf(scan, giver)
      expect(await audited('assembly.paper-viewed', both)).toHaveLength(2)
    },
  )

  run('the export names the voice on paper, and the scan to its giver alone', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    const scan = await scanOf(manager)
    await enter(id, { giver, holder }, manager, scan)
    await addressOf(scan, manager)
    const look = { action: 'assembly.paper-viewed', by: 'staff', about: 'you', detail: {} }
    const fileId = fileIdOf(scan)
    expect(await exported(giver)).toMatchObject({
      proxies: [
        { event: id, role: 'giver', holder: holder.cardId, onPaper: true, scanFileId: fileId },
      ],
      files: [
        {
          id: fileId,
          purpose: 'paper',
          originalName: expect.any(String),
          mediaType: 'image/jpeg',
          sizeBytes: expect.any(Number),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          attachedAt: expect.any(String),
        },
      ],
      history: expect.arrayContaining([expect.objectContaining(look)]),
    })
    const carried = await exported(holder)
    expect(carried).toMatchObject({ proxies: [{ event: id, role: 'holder', onPaper: true }] })
    expect(JSON.stringify(carried)).not.toContain(fileId)
    expect(JSON.stringify(carried)).not.toContain(String(giver.id))
  })

  run('a scan is out of sight the moment its voice is gone, before any clean-up', async () => {
    const { db } = server.deps.database
    const id = await freshAssembly(server.deps)
    const other = await freshAssembly(server.deps)
    const ends: readonly ((giver: Person, scan: string) => Promise<unknown>)[] = [
      (giver) => withdraw(id, giver),
      (giver) => server.client.call(takeVoiceBack, { params: { id } }, giver),
      (giver) => db.deleteFrom('members').where('id', '=', giver.id).execute(),
      (_, scan) =>
        db
          .updateTable('assembly_proxies')
          .set({ scan_file: null })
          .where('scan_file', '=', fileIdOf(scan))
          .execute(),
      () => db.deleteFrom('events').where('id', '=', other).execute(),
    ]
    const admin = await person('admin')
    for (const [index, end] of ends.entries()) {
      const [giver, holder] = [await person(), await person()]
      const scan = await scanOf(manager)
      const event = index === ends.length - 1 ? other : id
      expect((await enter(event, { giver, holder }, manager, scan)).ok).toBe(true)
      const address = await addressOf(scan, admin)
      expect((await fetch(`${server.url}${address ?? ''}`)).status).toBe(200)
      await end(giver, scan)
      expect((await fetch(`${server.url}${address ?? ''}`)).status, `${index}`).toBe(403)
      for (const who of [manager, admin]) expect(await addressOf(scan, who)).toBeUndefined()
    }
  })

  run(
    'a scan that was deleted at the end of its period leaves its hash, for staff and giver',
    async () => {
      const id = await freshAssembly(server.deps)
      const [giver, holder] = [await person(), await person()]
      const scan = fileIdOf(await scanOf(manager))
      await enter(id, { giver, holder }, manager, `/api/files/${scan}`)
      expect(await forgetScan(server.deps.database.db, scan)).toBe(true)
      const { sha256 } = await server.deps.database.db
        .selectFrom('files')
        .select('sha256')
        .where('id', '=', scan)
        .executeTakeFirstOrThrow()
      const listed = await server.client.call(listPapers, { params: { id } }, manager)
      expect(listed).toMatchObject({ value: { papers: [{ scanUrl: null, scanSha256: sha256 }] } })
      expect(await exported(giver)).toMatchObject({
        proxies: [{ onPaper: true, scanFileId: null, deletedScanSha256: sha256 }],
        files: [],
      })
    },
  )

  run('members enter no papers and read none', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    for (const reply of [
      await enter(id, { giver, holder }, giver, await scanOf(manager)),
      await withdraw(id, giver, giver),
      await server.client.call(listPapers, { params: { id } }, giver),
    ])
      expect(reply).toMatchObject({ ok: false, problem: { status: 403 } })
  })
})
