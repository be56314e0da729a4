/** What was taken from the public after a backup stays taken when the backup is restored (ADR 0045). */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { applyErasures } from '#server/commands/backup/apply-erasures.ts'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { readErasures } from '#server/commands/backup/erasures-repository.ts'
import { restoreBackup } from '#server/commands/backup/restore/restore-backup.ts'
import { withdraw } from '#server/features/witness-reports/receipt-calls.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import type { Erasures } from '#server/records/backup/erasures.ts'
import { openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { placeHold as putHold } from '#server/records/holds/hold-repository.ts'
import { placeHold } from '#shared/contract/holds.ts'
import { changePublicCopy } from '#shared/contract/public-copies.ts'
import {
  createReport,
  deleteEvidence,
  deleteReport,
  hideReport,
  listEvidence,
  listReports,
  updateReport,
} from '#shared/contract/reports.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

const SECRET_KEY = 'ab'.repeat(32) // of the test server
const BACKUP_KEY = '12'.repeat(32)
const silent = (): void => undefined
const BOX = { x: 0.4, y: 0.1, width: 0.2, height: 0.1 }

describe.each(ENGINES)('protections after a backup on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '10000' } })
  let admin: string
  const places: string[] = []
  const newPlace = async (): Promise<string> => {
    const place = await mkdtemp(join(MEMORY_FOLDER, 'wld-protections-'))
    places.push(place)
    return place
  }
  const filesOf = (dataDir: string) => createDirectoryStore(join(dataDir, 'files'))
  const value = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const signedIn = async (role: 'admin' | 'member') => (await person(role, { proven: true })).bearer
  beforeAll(async () => {
    admin = await signedIn('admin')
  })
  afterAll(async () => {
    for (const place of places) await rm(place, { recursive: true, force: true })
  })

  const filed = async (victim: string) => {
    const bearer = await signedIn('member')
    const fileUrl = await uploadOne(server, bearer, 'report', await jpeg())
    const evidenceList = [{ evidenceType: 'image' as const, fileUrl, description: 'Seen' }]
    const { id, reportEvidences } = value(
      await server.client.call(
        createReport,
        { body: reportBody({ victim, evidenceList }) },
        { bearer },
      ),
    )
    return { id, piece: reportEvidences[0]?.id ?? 0 }
  }
  const edit = async (id: number, body: object) =>
    value(await server.client.call(updateReport, { params: { id }, body }, { bearer: admin }))
  const protect = async (id: number, change: object) =>
    value(
      await server.client.call(
        changePublicCopy,
        {
          params: { id },
          body: {
            version: 1,
            heldBack: false,
            warnings: null,
            boxes: [],
            reason: 'Faces',
            ...change,
          },
        },
        { bearer: admin },
      ),
    )

  /** A backup, then everything that can be taken from the public, then the list of that. */
  async function makeScene() {
    const [plain, hidden, worded, unverified, binned, held] = [
      await filed('Stays public'),
      await filed('Hidden since'),
      await filed('Amna Idris of the market'),
      await filed('Was verified'),
      await filed('In the bin since'),
      await filed('Held since'),
    ]
    const [boxed, dropped, kept] = [await filed('Boxed'), await filed('Piece'), await filed('Kept')]
    const [detailed, regional] = [await filed('Bakri Osman'), await filed('In a region since')]
    await edit(unverified.id, { status: 'verified', verifierComment: 'Seen' })
    const { db } = server.deps.database
    const witness = await filed('Withdrawn since')
    const set = (columns: object) =>
      db.updateTable('reports').set(columns).where('id', '=', witness.id).execute()
    await set({ witness: 1, reporter_id: null, held_at: new Date(0).toISOString() })
    await set({ status: 'verified', verifier_comment: 'Seen' })
    await db
      .insertInto('witness_reports')
      .values({ report_id: witness.id, receipt_mac: 'mac', repeat_mac: null, withdrawn_at: null })
      .execute()
    const now = server.deps.clock.now()
    const path = await newPlace()
    const folder = await openBackupFolder(path, BACKUP_KEY, { create: true })
    const { name } = await createBackup(folder, {
      config: server.deps.config,
      store: filesOf(server.dataDir),
      secretKey: SECRET_KEY,
      version: '0.0.0',
      now,
      print: silent,
    })
    const withAdmin = { bearer: admin }
    value(await server.client.call(hideReport, { params: { id: hidden.id } }, withAdmin))
    await edit(worded.id, { hiddenWords: ['Amna Idris'], redactVictim: true })
    await edit(detailed.id, { redactActor: true, hideMapLink: true, placeDetail: 'country' })
    await edit(regional.id, { placeDetail: 'region', region: 'South Darfur' })
    await edit(unverified.id, { status: 'rejected', verifierComment: 'False' })
    value(await server.client.call(hideReport, { params: { id: unverified.id } }, withAdmin))
    value(
      await server.client.call(
        deleteReport,
        { params: { id: binned.id }, body: { reason: 'Names a child' } },
        withAdmin,
      ),
    )
    value(
      await server.client.call(
        placeHold,
        { body: { kind: 'report', number: String(held.id), reason: 'Court of Lyon, 26/1' } },
        withAdmin,
      ),
    )
    // One hold is of a report that the backup does not have, and one is lifted again.
    const younger = await filed('After the backup')
    for (const id of [younger.id, plain.id])
      await inTransaction(db, (transaction) =>
        putHold(transaction, { target: `report:${id}`, reason: 'Court', at: now.toISOString() }),
      )
    await db
      .updateTable('legal_holds')
      .set({ lifted_at: now.toISOString(), lifted_reason: 'Closed' })
      .where('target', '=', `report:${plain.id}`)
      .execute()
    await protect(boxed.piece, { boxes: [BOX], warnings: ['death'] })
    await protect(kept.piece, { heldBack: true })
    value(
      await server.client.call(
        deleteEvidence,
        { params: { id: dropped.piece }, body: { reason: 'Shows a child' } },
        withAdmin,
      ),
    )
    await withdraw(server.deps, witness.id, {
      transact: (work) => inTransaction(db, work),
      trace: silent,
    })
    const list: Erasures = {
      format: 1,
      at: new Date(now.getTime() + 3_600_000).toISOString(),
      ...(await readErasures(server.deps.database.db)),
    }
    return {
      folder,
      name,
      now,
      list,
      plain,
      hidden,
      worded,
      unverified,
      binned,
      held,
      boxed,
      dropped,
      kept,
      witness,
      detailed,
      regional,
    }
  }

  run('are applied before a server starts, again and again with the same result', async () => {
    const scene = await makeScene()
    const { folder, name, now, list } = scene
    // Ids and states: the words that staff hide are names.
    expect(JSON.stringify(list)).not.toMatch(/Amna|Idris/)
    expect(list.protections?.evidence.map(({ id }) => id)).toEqual(
      [scene.boxed, scene.dropped, scene.kept].map(({ piece }) => piece),
    )
    expect(list.protections?.reports.map(({ id }) => id)).not.toContain(scene.plain.id)
    const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const dataDir = await newPlace()
    const config = {
      dataDir,
      databaseUrl: temporary?.url,
      pool: server.deps.config.pool,
      secretKey: SECRET_KEY,
      s3: undefined,
    }
    const { protections, ...bare } = list
    if (protections === undefined) throw new Error('The list has no protections')
    // This is what a command leaves that was killed half-way: some records are done, others are not.
    const half = {
      ...protections,
      reports: protections.reports.slice(0, 2),
      evidence: protections.evidence.slice(0, 1),
      holds: [],
    }
    const store = filesOf(dataDir)
    const first = await restoreBackup(folder, name, {
      config,
      store,
      print: silent,
      erasures: { ...bare, protections: half },
    })
    const again = (until?: string, at = list.at) =>
      applyErasures({
        config,
        store,
        secretKey: SECRET_KEY,
        list: { ...list, at },
        snapshotAt: now.toISOString(),
        until,
        snapshot: name,
      })
    // A list that is no newer than the backup knows nothing that the backup does not.
    expect((await again(undefined, now.toISOString())).protectedAgain).toBeUndefined()
    const second = await again()
    const hiddenBoth = [
      ...(first.erasedAgain?.protectedAgain?.reports ?? []),
      ...(second.protectedAgain?.reports ?? []),
    ]
    expect(hiddenBoth.toSorted((a, b) => a - b)).toEqual(
      [
        scene.hidden,
        scene.worded,
        scene.unverified,
        scene.binned,
        scene.detailed,
        scene.regional,
        scene.witness,
      ].map(({ id }) => id),
    )
    expect(second.protectedAgain).toMatchObject({ evidence: 2, withdrawn: 0, holds: 1 })
    // After an attack the states are the attacker's: they are left out, and the command says so.
    expect((await again(now.toISOString())).protectedAgain).toBeUndefined()
    expect((await again()).protectedAgain).toEqual({
      reports: [],
      evidence: 0,
      withdrawn: 0,
      holds: 0,
    })

    const other = await startApiServer({
      engine,
      dataDir,
      env: { LIMITS_SCALE: '10000' },
      ...(temporary === undefined ? {} : { databaseUrl: temporary.url }),
    })
    try {
      const shown = value(await other.client.call(listReports, {})) as { id: number }[]
      const ids = shown.map(({ id }) => id).toSorted((a, b) => a - b)
      expect(ids).toEqual(
        [scene.plain, scene.held, scene.boxed, scene.dropped, scene.kept].map(({ id }) => id),
      )
      const { db } = other.deps.database
      const rowOf = (id: number) =>
        db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const worded = await rowOf(scene.worded.id)
      expect(worded).toMatchObject({ redact_victim: 1, held_at: list.at, public_search_text: null })
      // What is searched in the open follows: the name is there as tokens alone.
      expect(`${worded.search_text} ${worded.victim_folded}`).not.toMatch(/amna|idris/i)
      expect(await rowOf(scene.detailed.id)).toMatchObject({
        redact_actor: 1,
        hide_map_link: 1,
        place_detail: 'country',
      })
      // The name of the region is not in the list, so the public is told less, not the city.
      expect(await rowOf(scene.regional.id)).toMatchObject({ region: '', place_detail: 'country' })
      expect(await rowOf(scene.unverified.id)).toMatchObject({ status: 'rejected' })
      expect(await rowOf(scene.witness.id)).toMatchObject({
        status: 'under review',
        held_at: new Date(0).toISOString(), // it waited before
      })
      expect(
        await db.selectFrom('witness_reports').select('withdrawn_at').executeTakeFirstOrThrow(),
      ).toEqual({ withdrawn_at: expect.any(String) })
      expect(await rowOf(scene.binned.id)).toMatchObject({ deleted_at: expect.any(String) })
      const evidence = async (id: number) =>
        value(await other.client.call(listEvidence, { params: { id } }))
      const kept = await evidence(scene.kept.id)
      expect(kept).toEqual(kept.filter(({ fileUrl }) => fileUrl === null))
      const [boxed] = await evidence(scene.boxed.id)
      expect(boxed?.warnings).toEqual(['death'])
      const stored = await db
        .selectFrom('report_evidence')
        .innerJoin('files', 'files.id', 'report_evidence.file_id')
        .select(['boxes', 'held_back', 'public_version', 'report_evidence.deleted_at'])
        .where('report_evidence.id', 'in', [
          scene.boxed.piece,
          scene.dropped.piece,
          scene.kept.piece,
        ])
        .orderBy('report_evidence.id')
        .execute()
      expect(stored).toMatchObject([
        { boxes: JSON.stringify([BOX]), held_back: 0, public_version: 2, deleted_at: null },
        { deleted_at: expect.any(String) },
        { held_back: 1, public_version: 2 },
      ])
      expect(
        await db
          .selectFrom('public_copy_changes')
          .select(['evidence_id', 'version', 'reason', 'held_back', 'changed_by'])
          .orderBy('evidence_id')
          .execute(),
      ).toEqual(
        [scene.boxed, scene.kept].map(({ piece }) => ({
          evidence_id: piece,
          version: 2,
          reason: 'Applied again after a restore',
          held_back: piece === scene.kept.piece ? 1 : 0,
          changed_by: null,
        })),
      )
      const trace = await db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'restore.erased')
        .where('detail', 'like', '%"holds":1%')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(trace.detail ?? '')).toMatchObject({
        hiddenReports: second.protectedAgain?.reports.length,
        hiddenEvidence: 2,
        withdrawn: 0,
      })
      expect(
        await db.selectFrom('legal_holds').select(['target', 'reason', 'lifted_at']).execute(),
      ).toEqual([
        { target: `report:${scene.held.id}`, reason: 'Court of Lyon, 26/1', lifted_at: null },
      ])
    } finally {
      await other.stop()
      await temporary?.drop()
    }
  })
})
