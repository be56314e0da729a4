/** Mails of a restored server: what waited at the backup is held until an administrator decides. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { restoreBackup } from '#server/commands/backup/restore/restore-backup.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { enqueueMail } from '#server/parts/mail/outbox.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { sendNewsletters } from '#server/records/subscriptions/newsletter.ts'
import { readMailQueue, sendMailAgain, settleHeldMails } from '#shared/contract/mail-queue.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'

const SECRET_KEY = 'ab'.repeat(32) // of the test server
const places: string[] = []
afterAll(async () => {
  for (const place of places) await rm(place, { recursive: true, force: true })
})
async function newPlace(): Promise<string> {
  const place = await mkdtemp(join(MEMORY_FOLDER, 'wld-held-'))
  places.push(place)
  return place
}

const enqueue = ({ deps }: ApiServer, to: string) =>
  enqueueMail(deps, deps.database.db, {
    to,
    language: 'en',
    template: 'password-changed',
    values: { at: deps.clock.now().toISOString() },
  })

const unsent = async ({ deps }: ApiServer) =>
  (
    await deps.database.db
      .selectFrom('mails')
      .select('to_address')
      .where('sent_at', 'is', null)
      .orderBy('to_address')
      .execute()
  ).map((row) => row.to_address)

describe.each(ENGINES)('a restored server on $title', ({ engine, skip }) => {
  test.skipIf(skip).each(['send', 'discard'] as const)(
    'sends no mail again by itself: an administrator decides to %s',
    async (act) => {
      const [path, dataDir] = [await newPlace(), await newPlace()]
      const first = await startApiServer({ engine })
      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      const folder = await openBackupFolder(path, '12'.repeat(32), { create: true })
      const at = new Date().toISOString()
      await enqueue(first, 'waits@test.example')
      await first.deps.database.db
        .insertInto('newsletter_issues')
        .values({
          news_id: 'n1',
          created_at: at,
          not_before: at,
          after_key: '',
          recipients: 3,
          done_at: null,
        })
        .execute()
      const { name } = await createBackup(folder, {
        config: first.deps.config,
        store: createDirectoryStore(join(first.dataDir, 'files')),
        secretKey: SECRET_KEY,
        version: '0.0.0',
        now: new Date(),
        print: () => undefined,
      })
      await first.stop()
      const { heldMails } = await restoreBackup(folder, name, {
        config: {
          dataDir,
          databaseUrl: temporary?.url,
          pool: first.deps.config.pool,
          secretKey: SECRET_KEY,
          s3: undefined,
        },
        store: createDirectoryStore(join(dataDir, 'files')),
        print: () => undefined,
      })
      expect(heldMails).toBe(2)
      const server = await startApiServer({
        engine,
        dataDir,
        ...(temporary === undefined ? {} : { databaseUrl: temporary.url }),
      })
      try {
        const { deps } = server
        const admin = await buildMember(deps, { role: 'admin' })
        const bearer = (await signIn(server, admin.email, TEST_PASSWORD)).accessToken
        await sendDueMails(deps) // of the sign-in itself
        await enqueue(server, 'younger@test.example')
        expect(await unsent(server)).toEqual(['waits@test.example', 'younger@test.example'])
        await sendDueMails(deps)
        await sendNewsletters(deps)
        expect(await unsent(server)).toEqual(['waits@test.example'])
        const queue = await server.client.call(readMailQueue, {}, { bearer })
        expect(queue).toMatchObject({
          ok: true,
          value: { held: 2, waiting: 0, mails: [{ state: 'held' }] },
        })
        const id = queue.ok ? (queue.value.mails[0]?.id ?? '') : ''
        const again = await server.client.call(sendMailAgain, { params: { id } }, { bearer })
        expect(again).toMatchObject({ ok: false, problem: { status: 409 } })

        const settle = () => server.client.call(settleHeldMails, { body: { act } }, { bearer })
        expect(await settle()).toMatchObject({ ok: true, value: { count: 2 } })
        await sendDueMails(deps)
        expect(await unsent(server)).toEqual([])
        const { rows } = {
          rows: await deps.database.db
            .selectFrom('mails')
            .select('sent_at')
            .where('id', '=', id)
            .execute(),
        }
        expect(rows).toEqual(act === 'send' ? [{ sent_at: expect.any(String) }] : [])
        expect(
          await deps.database.db.selectFrom('newsletter_issues').select('done_at').execute(),
        ).toEqual([{ done_at: act === 'send' ? null : expect.any(String) }])
        expect(await settle()).toMatchObject({ ok: false, problem: { status: 409 } })
      } finally {
        await server.stop()
        await temporary?.drop()
      }
    },
    60_000,
  )
})
