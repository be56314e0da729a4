/**
 * A restore is killed (SIGKILL) while it applies the list of what was erased and taken from the public since the backup
 * (ADR 0045), before a statement that writes, begins or commits, and the same command is run again. In the end everything is
 * applied, and once. FAULT_ROUNDS sets the kills for each engine: the first is at the first such statement, the last at the
 * last, the others between.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { readErasures } from '#server/commands/backup/erasures-repository.ts'
import { openSession } from '#server/features/auth/open-session.ts'
import { purgeReports } from '#server/features/reports/bin/purge-reports.ts'
import { withdraw } from '#server/features/witness-reports/receipt-calls.ts'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import type { Database } from '#server/parts/database/engine.ts'
import { DEFAULT_POOL } from '#server/parts/database/pool/pool-settings.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { originalKey } from '#server/parts/files/library.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { writeErasures } from '#server/records/backup/erasures.ts'
import { openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { insertCard, replaceCard } from '#server/records/cards/card-repository.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { placeHold } from '#server/records/holds/hold-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { openExisting } from '#server/start/open-existing.ts'
import { refuseHalfRestored } from '#server/start/restore-mark.ts'
import { changePublicCopy } from '#shared/contract/public-copies.ts'
import {
  createReport,
  deleteEvidence,
  deleteReport,
  hideReport,
  updateReport,
} from '#shared/contract/reports.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { uploadOne } from '#tests/support/uploads.ts'

const PROGRAM = program('src/server/commands/backup/backup.ts')
const PAUSE = join(import.meta.dirname, '../support/pause-at-statement.ts')
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3)
const SECRET_KEY = 'ab'.repeat(32) // of the test server
const BACKUP_KEY = '12'.repeat(32)
const BOX = { x: 0.4, y: 0.1, width: 0.2, height: 0.1 }

describe.each(ENGINES)('a restore that is killed, on $title', ({ engine, skip }) => {
  let server: ApiServer
  let folder: string
  const places: string[] = []
  const newPlace = async (): Promise<string> => {
    const place = await mkdtemp(join(MEMORY_FOLDER, 'wld-killed-restore-'))
    places.push(place)
    return place
  }
  const value = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const signedIn = async (role: 'admin' | 'member') => {
    const { id } = await buildMember(server.deps, { role })
    const { accessToken, sessionId } = await openSession(server.deps, id, 'test')
    await recordProof(server.deps, sessionId, { kind: 'password' })
    return accessToken
  }
  const filed = async (victim: string) => {
    const bearer = await signedIn('member')
    const fileUrl = await uploadOne(server, bearer, 'report', await jpeg())
    const evidenceList = [{ evidenceType: 'image' as const, fileUrl, description: 'Seen' }]
    const body = reportBody({ victim, evidenceList })
    const made = value(await server.client.call(createReport, { body }, { bearer }))
    return { id: made.id, piece: made.reportEvidences[0]?.id ?? 0 }
  }

  /** A backup, then one of each that the list has, then the list. */
  async function makeScene() {
    const { deps } = server
    const { db } = deps.database
    const [plain, hidden, binned, held] = [
      await filed('Stays public'),
      await filed('Hidden since'),
      await filed('In the bin since'),
      await filed('Held since'),
    ]
    const [boxed, dropped, kept] = [
      await filed('Painted'),
      await filed('Piece'),
      await filed('Kept'),
    ]
    const [purged, witness] = [await filed('Purged since'), await filed('Withdrawn since')]
    await db
      .updateTable('reports')
      .set({ witness: 1, reporter_id: null, held_at: new Date(0).toISOString() })
      .where('id', '=', witness.id)
      .execute()
    await db
      .insertInto('witness_reports')
      .values({ report_id: witness.id, receipt_mac: 'mac', repeat_mac: null, withdrawn_at: null })
      .execute()
    const photo = (ownerId: number) =>
      jpeg().then((bytes) =>
        deps.library.addPicture({
          purpose: 'card-photo',
          ownerId,
          bytes,
          originalName: 'photo.jpg',
        }),
      )
    const [gone, revoked] = [await buildMember(deps), await buildMember(deps)]
    const file = await photo(gone.id)
    await db
      .updateTable('members')
      .set({ card_photo_file: file })
      .where('id', '=', gone.id)
      .execute()
    const issuedAt = deps.clock.now().toISOString()
    const card = { memberId: revoked.id, issuedAt, expiresAt: '2099-01-01T00:00:00.000Z' }
    await insertCard(db, card)
    const opened = await openBackupFolder(folder, BACKUP_KEY, { create: true })
    await createBackup(opened, {
      config: deps.config,
      store: createDirectoryStore(join(server.dataDir, 'files')),
      secretKey: SECRET_KEY,
      version: '0.0.0',
      now: deps.clock.now(),
      print: () => undefined,
    })

    server.clock.advance(3_600)
    const bearer = await signedIn('admin')
    const at = deps.clock.now().toISOString()
    const reason = 'Names a child'
    const call: ApiServer['client']['call'] = (route, given) =>
      server.client.call(route, given, { bearer })
    value(await call(hideReport, { params: { id: hidden.id } }))
    value(await call(updateReport, { params: { id: hidden.id }, body: { redactVictim: true } }))
    value(await call(deleteReport, { params: { id: binned.id }, body: { reason } }))
    value(await call(deleteEvidence, { params: { id: dropped.piece }, body: { reason } }))
    const copy = { version: 1, heldBack: false, warnings: null, reason: 'Faces' }
    for (const [id, change] of [
      [boxed.piece, { boxes: [BOX] }],
      [kept.piece, { heldBack: true, boxes: [] }],
    ] satisfies [number, object][])
      value(await call(changePublicCopy, { params: { id }, body: { ...copy, ...change } }))
    await withdraw(deps, witness.id, {
      transact: (work) => inTransaction(db, work),
      trace: () => undefined,
    })
    await db
      .updateTable('reports')
      .set({ deleted_at: new Date(0).toISOString(), deleted_reason: 'Twice' })
      .where('id', '=', purged.id)
      .execute()
    await purgeReports(deps)
    await inTransaction(db, async (transaction) => {
      await placeHold(transaction, { target: `report:${held.id}`, reason: 'Court', at })
      const row = await findByNumber(transaction, gone.id)
      if (row !== undefined) await eraseMember(deps, transaction, row)
      await replaceCard(transaction, revoked.id, at)
    })
    await writeErasures(opened, await readErasures(db), deps.clock.now())
    const numbers = { gone: gone.id, revoked: revoked.id, file }
    return { plain, hidden, binned, held, boxed, dropped, kept, purged, witness, ...numbers }
  }
  let scene: Awaited<ReturnType<typeof makeScene>>

  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '10000' } })
    folder = await newPlace()
    scene = await makeScene()
  })
  afterAll(async () => {
    if (!skip) await server.stop()
    for (const place of places) await rm(place, { recursive: true, force: true })
  })

  /** @returns the exit code, null where it was killed, which it is as soon as it pauses */
  async function restore(dataDir: string, databaseUrl: string | undefined, pauseAt = 0) {
    const child = spawn(
      process.execPath,
      ['--import', PAUSE, PROGRAM, 'restore', '--from', folder],
      {
        env: {
          ...PROCESS_ENV,
          BACKUP_KEY,
          DATA_DIR: dataDir,
          PAUSE_AT: String(pauseAt),
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        },
      },
    )
    let output = ''
    const listen = (chunk: Buffer): void => {
      output += String(chunk)
      if (/^paused$/m.test(output)) child.kill('SIGKILL')
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  }

  /** What the list was for, as rows: of two restores that applied it once, the same. */
  async function protectedRows({ db }: Database) {
    const { rows: marks } = await sql`
      select evidence_id, version, held_back, boxes from public_copy_changes
      where reason = 'Applied again after a restore' order by evidence_id`.execute(db)
    const column = ['id', 'held_at', 'deleted_at', 'redact_victim', 'version'] as const
    return {
      reports: await db.selectFrom('reports').select(column).orderBy('id').execute(),
      pieces: await db
        .selectFrom('report_evidence')
        .innerJoin('files', 'files.id', 'report_evidence.file_id')
        .select(['report_evidence.id', 'public_version', 'held_back', 'boxes'])
        .select('report_evidence.deleted_at')
        .orderBy('report_evidence.id')
        .execute(),
      marks,
      withdrawn: await db.selectFrom('witness_reports').selectAll().execute(),
      holds: await db.selectFrom('legal_holds').select(['target', 'reason', 'lifted_at']).execute(),
      purged: await db.selectFrom('purged_reports').select('id').execute(),
      retired: await db.selectFrom('retired_numbers').select('id').execute(),
      members: await db.selectFrom('members').select(['id', 'status']).orderBy('id').execute(),
      traces: await db
        .selectFrom('audit')
        .select(['seq', 'action'])
        .where('action', '=', 'restore.erased')
        .execute(),
      cards: await db.selectFrom('cards').selectAll().orderBy('status_index').execute(),
    }
  }

  async function lookAt(dataDir: string, databaseUrl: string | undefined) {
    const database = openExisting({ dataDir, databaseUrl, pool: DEFAULT_POOL })
    try {
      const rows = await protectedRows(database)
      const { db } = database
      const report = (id: number) => rows.reports.find((row) => row.id === id)
      const piece = (id: number) => rows.pieces.find((row) => row.id === id)
      expect(report(scene.plain.id)).toMatchObject({ held_at: null, deleted_at: null })
      expect(report(scene.hidden.id)).toMatchObject({
        held_at: expect.any(String),
        redact_victim: 1,
      })
      expect(report(scene.binned.id)).toMatchObject({ deleted_at: expect.any(String) })
      expect(report(scene.witness.id)).toMatchObject({ held_at: expect.any(String) })
      expect(report(scene.purged.id)).toBeUndefined()
      expect(rows.purged).toEqual([{ id: scene.purged.id }])
      expect(piece(scene.boxed.piece)).toMatchObject({
        boxes: JSON.stringify([BOX]),
        public_version: 2,
      })
      expect(piece(scene.kept.piece)).toMatchObject({ held_back: 1, public_version: 2 })
      expect(piece(scene.dropped.piece)).toMatchObject({ deleted_at: expect.any(String) })
      expect(rows.marks).toHaveLength(2)
      expect(rows.traces).toHaveLength(1)
      expect(rows.withdrawn).toMatchObject([
        { report_id: scene.witness.id, withdrawn_at: expect.any(String) },
      ])
      expect(rows.holds).toMatchObject([{ target: `report:${scene.held.id}`, lifted_at: null }])
      expect(rows.members.map(({ id }) => id)).not.toContain(scene.gone)
      expect(rows.retired).toEqual([{ id: scene.gone }])
      expect(rows.cards).toMatchObject([
        { member_id: scene.revoked, replaced_at: expect.any(String) },
      ])
      expect(existsSync(join(dataDir, 'files', originalKey(scene.file)))).toBe(false)
      expect((await checkChain(db)).broken).toBeUndefined()
      return rows
    } finally {
      await database.close()
    }
  }

  async function emptyPlace() {
    const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
    return { dataDir: await newPlace(), url: temporary?.url, end: async () => temporary?.drop() }
  }

  test.skipIf(skip)(
    `applies everything, and once, when the command is repeated, after ${ROUNDS} kills`,
    async () => {
      const whole = await emptyPlace()
      const done = await restore(whole.dataDir, whole.url)
      expect(done, done.output).toMatchObject({ code: 0 })
      const expected = await lookAt(whole.dataDir, whole.url)
      await whole.end()
      const total = Number(/^statements (\d+)$/m.exec(done.output)?.[1])
      const stops = Array.from(
        { length: ROUNDS },
        (_, index) => 1 + Math.round((index * (total - 1)) / (ROUNDS - 1)),
      )
      for (const stop of stops) {
        const place = await emptyPlace()
        expect((await restore(place.dataDir, place.url, stop)).code).toBeNull()
        // Until everything is applied no server opens the place.
        expect(() => refuseHalfRestored(place.dataDir)).toThrow('is not complete')
        const again = await restore(place.dataDir, place.url)
        expect(again, again.output).toMatchObject({ code: 0 })
        expect(await lookAt(place.dataDir, place.url)).toEqual(expected)
        await place.end()
      }
    },
    1_200_000,
  )
})
