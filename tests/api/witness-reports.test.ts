import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { solveChallenge, type Challenge } from 'altcha-lib'
/** Reports without an account, by the API and by the pages without scripts. */
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import { purgeReports } from '#server/features/reports/bin/purge-reports.ts'
import { HARD_PROOF, RECEIPT_TRIES } from '#server/http/principal/witness.ts'
import { carryOutReleases } from '#server/jobs/carry-out-releases.ts'
import { makeChallenge } from '#server/parts/security/proof-of-work.ts'
import { useOfTotal } from '#server/parts/security/throttle.ts'
import { createApiClient, type CallResult } from '#shared/contract/base/client.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { EVIDENCE_CHUNK_BYTES, startEvidenceUpload } from '#shared/contract/evidence.ts'
import {
  createReport,
  deleteReport,
  listReports,
  publishReport,
  readReport,
  restoreReport,
  updateReport,
  type Report,
  undoReport,
} from '#shared/contract/reports.ts'
import { changeReportSettings, changeWitnessSettings } from '#shared/contract/settings.ts'
import { statsWaiting } from '#shared/contract/stats.ts'
import { validatePassword } from '#shared/contract/users.ts'
import {
  addWitnessEvidence,
  askWitness,
  createWitnessReport,
  markSeen,
  PLAIN_REPORTS,
  PLAIN_REPORTS_IN_ALL,
  readDialogue,
  readWitnessReport,
  withdrawWitnessReport,
  writeToStaff,
} from '#shared/contract/witness-reports.ts'
import { STEP_UP_TTL_S } from '#shared/domain/access/code-rules.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { ALL_WITNESS_BYTES_PER_DAY } from '#shared/domain/report/witness-rules.ts'
import { clientOnOwnNetwork } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { confirmPassword, signIn, startWindow } from '#tests/support/api-server.ts'
import { countWork } from '#tests/support/counted-work.ts'
import { ENGINES } from '#tests/support/engines.ts'
import {
  begin,
  callUpload,
  partAt,
  sendPart,
  uploadInParts,
} from '#tests/support/evidence-uploads.ts'
import { HEIC_PHOTO } from '#tests/support/heic-photo.ts'
import { jpeg, pdf } from '#tests/support/sample-files.ts'
import { opus } from '#tests/support/sample-sounds.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const ADDRESS = '198.51.100.77'
const AGENT = 'WitnessBrowser/7.7 (unmistakable)'
const HOUR_S = 3_600

describe.each(ENGINES)('reports without an account on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })
  let admin: string
  let adminId: string
  beforeAll(async () => {
    startWindow(server, HOUR_S)
    const { email, cardId } = await buildMember(server.deps, { role: 'admin' })
    adminId = cardId
    admin = (await signIn(server, email, TEST_PASSWORD)).accessToken
  })

  const okay = <T>(answer: CallResult<T>): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const { evidenceList: _none, ...words } = createReport.request.body.parse(reportBody())
  const proof = async (): Promise<string> => {
    const challenge = await makeChallenge(server.deps, createWitnessReport, 1)
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const file = async (client = clientOnOwnNetwork(server), key = randomUUID(), wish = {}) =>
    okay(
      await client.call(createWitnessReport, {
        headers: { 'x-proof-of-work': await proof() },
        body: { ...words, ...wish, key },
      }),
    ).receipt
  const open = (receipt: string, client = clientOnOwnNetwork(server)) =>
    client.call(readWitnessReport, {}, { bearer: receipt })
  const listed = async (bearer?: string): Promise<Report[]> => {
    const answer = await server.client.call(listReports, {}, bearer === undefined ? {} : { bearer })
    return okay(answer) as Report[]
  }
  const newest = async (): Promise<number> => Math.max(...(await listed(admin)).map(({ id }) => id))
  const decide = async (id: number, status: Report['status'], bearer = admin) =>
    server.client.call(updateReport, { params: { id }, body: { status } }, { bearer })
  const undoEnds = async (): Promise<void> => {
    server.clock.advance(UNDO_S)
    await carryOutReleases(server.deps)
  }
  /** A decision, and what follows from it. */
  const change = async (id: number, status: Report['status']) => {
    await prove()
    okay(await decide(id, status))
    if (status === 'verified') await undoEnds()
  }
  const prove = async () =>
    okay(
      await server.client.call(
        validatePassword,
        { body: { id: adminId, password: TEST_PASSWORD } },
        { bearer: admin },
      ),
    )
  const attach = async (receipt: string, description = 'The market') => {
    const finished = await uploadInParts(server, receipt, await jpeg())
    return server.client.call(
      addWitnessEvidence,
      { body: { fileUrl: finished.upload.fileUrl ?? '', description } },
      { bearer: receipt },
    )
  }

  run('a proof of work is always asked for', async () => {
    const answer = await clientOnOwnNetwork(server).call(createWitnessReport, {
      headers: {},
      body: { ...words, key: randomUUID() },
    })
    expect(answer).toMatchObject({ ok: false, problem: { code: 'proof-required' } })
  })

  run('what a witness leaves blank or out about a perpetrator is filed as unknown', async () => {
    await file(clientOnOwnNetwork(server), randomUUID(), {
      actor: ' ',
      actorName: '',
      actorDesc: undefined,
      actorAccount: '',
      googleMapLink: '',
    })
    const id = await newest()
    const read = await server.client.call(
      readReport,
      { params: { id }, query: {} },
      { bearer: admin },
    )
    expect(okay(read)).toMatchObject({
      actor: 'Unknown',
      actorName: 'Unknown',
      actorDesc: 'Unknown',
      actorAccount: 'Unknown',
      googleMapLink: 'https://www.openstreetmap.org/search?query=Nyala%2C+Sudan',
    })
    // A member's report keeps the literal rules of the specification.
    const member = await server.client.call(
      createReport,
      { body: { ...words, actorName: '' } },
      { bearer: admin },
    )
    expect(member).toMatchObject({ ok: false, problem: { fields: [{ path: 'body.actorName' }] } })
  })

  run('from the report to the answer: messages in both directions, and evidence', async () => {
    const receipt = await file()
    expect(receipt).toMatch(/^\d{16}$/)
    const id = await newest()
    expect(okay(await open(receipt))).toMatchObject({
      state: 'received',
      messages: [],
      mayAdd: true,
    })
    expect((await listed(admin)).find((report) => report.id === id)).toMatchObject({
      witness: true,
      published: false,
    })
    const asked = okay(
      await server.client.call(
        askWitness,
        { params: { id }, body: { text: 'What day was it?', version: 0, unread: 0 } },
        { bearer: admin },
      ),
    )
    expect(asked).toMatchObject({ version: 1, unread: 0 })
    // A message that was written before the question was read.
    const stale = await server.client.call(
      writeToStaff,
      { body: { text: 'Hello', seen: 0 } },
      { bearer: receipt },
    )
    expect(stale).toMatchObject({
      ok: false,
      problem: { code: 'conflict', current: { messages: [{ from: 'staff' }] } },
    })
    const answered = okay(
      await server.client.call(
        writeToStaff,
        { body: { text: 'On a Friday', seen: 1 } },
        { bearer: receipt },
      ),
    )
    expect(answered.messages.map(({ from, text }) => [from, text])).toEqual([
      ['staff', 'What day was it?'],
      ['witness', 'On a Friday'],
    ])
    expect(JSON.stringify(answered)).not.toContain('WLD_') // staff are not named
    expect(okay(await attach(receipt)).evidence).toMatchObject([{ evidenceType: 'image' }])
    const waiting = () => server.client.call(statsWaiting, {}, { bearer: admin })
    const before = okay(await waiting()).answers
    const dialogue = okay(
      await server.client.call(readDialogue, { params: { id } }, { bearer: admin }),
    )
    expect(dialogue).toMatchObject({ unread: 2, messages: [{}, { author: null }] })
    // The file came after staff had read the message: the next question leaves it unread.
    const more = await server.client.call(
      askWitness,
      { params: { id }, body: { text: 'Which Friday?', version: 2, unread: 1 } },
      { bearer: admin },
    )
    expect(okay(more)).toMatchObject({ version: 3, unread: 2 })
    okay(
      await server.client.call(
        markSeen,
        { params: { id }, body: { unread: dialogue.unread } },
        { bearer: admin },
      ),
    )
    expect(okay(await waiting()).answers).toBe(before - 1)
    // What staff read of a witness is sealed in the database.
    const { text } = await server.deps.database.db
      .selectFrom('witness_entries')
      .select(sql<string>`text || ''`.as('text'))
      .where('report_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(text).not.toContain('What day')
  })

  run.each(['immediate', 'reviewed'] as const)(
    'it is public only while it is verified, where reports are %s',
    async (mode) => {
      await confirmPassword(server, admin)
      const setting = await server.deps.database.db
        .selectFrom('settings')
        .select('revision')
        .where('name', '=', 'reports')
        .executeTakeFirst()
      okay(
        await server.client.call(
          changeReportSettings,
          { body: { revision: setting?.revision ?? 0, mode, withholdNames: true } },
          { bearer: admin },
        ),
      )
      const receipt = await file()
      const id = await newest()
      okay(await attach(receipt))
      const isPublic = async () =>
        (await server.client.call(readReport, { params: { id } })).ok ||
        (await listed()).some((report) => report.id === id)
      expect(await isPublic()).toBe(false)
      expect(
        await server.client.call(publishReport, { params: { id } }, { bearer: admin }),
      ).toMatchObject({
        ok: false,
        problem: { code: 'conflict', fields: [{ code: 'of_witness' }] },
      })
      for (const status of ['under review', 'rejected'] as const) {
        await change(id, status)
        expect(await isPublic()).toBe(false)
      }
      await expect(
        server.deps.database.db
          .updateTable('reports')
          .set({ held_at: null })
          .where('id', '=', id)
          .execute(),
      ).rejects.toThrow(/check/i)
      server.clock.advance(STEP_UP_TTL_S)
      expect(await decide(id, 'verified')).toMatchObject({
        ok: false,
        problem: { code: 'step-up-required' },
      })
      await prove()
      const decided = okay(await decide(id, 'verified'))
      expect(decided).toMatchObject({ status: 'rejected', undoUntil: expect.any(String) as string })
      await carryOutReleases(server.deps)
      expect(await isPublic()).toBe(false)
      okay(await server.client.call(undoReport, { params: { id } }, { bearer: admin }))
      await undoEnds()
      expect(await isPublic()).toBe(false)
      await change(id, 'verified')
      expect(await isPublic()).toBe(true)
      // What is added now would be public before staff saw it.
      expect(await begin(server, receipt, await jpeg())).toMatchObject({
        status: 409,
        problem: { code: 'conflict' },
      })
      expect(okay(await open(receipt))).toMatchObject({ state: 'verified', mayAdd: false })
      await change(id, 'under review')
      expect(await isPublic()).toBe(false)
    },
  )

  run('what a witness adds within the seconds of undo keeps the report back', async () => {
    const receipt = await file()
    const id = await newest()
    await prove()
    okay(await decide(id, 'verified'))
    okay(await attach(receipt))
    await undoEnds()
    expect((await listed(admin)).find((report) => report.id === id)?.status).toBe('not verified')
    expect((await listed()).some((report) => report.id === id)).toBe(false)
  })

  run('the same request sent again is one report, with the newer receipt', async () => {
    const key = randomUUID()
    const first = await file(undefined, key)
    const id = await newest()
    const second = await file(undefined, key)
    expect(await newest()).toBe(id)
    expect(await open(first)).toMatchObject({ ok: false, problem: { code: 'receipt-unknown' } })
    expect(await file(undefined, key, { city: 'Zalingei' })).not.toBe(second)
    expect(await newest()).not.toBe(id)
    // The receipt was used, so it arrived: an old form that a browser sends again takes nothing over.
    expect(await open(second)).toMatchObject({ ok: true })
    await file(undefined, key)
    expect(await open(second)).toMatchObject({ ok: true })
  })

  run('a form that is sent again after a day is a report of its own', async () => {
    const key = randomUUID()
    const first = await file(undefined, key)
    await server.deps.database.db
      .updateTable('reports')
      .set({ created_at: new Date(server.clock.now().getTime() - 25 * 3_600_000).toISOString() })
      .where('id', '=', await newest())
      .execute()
    await file(undefined, key)
    expect(await open(first)).toMatchObject({ ok: true })
  })

  run('wrong receipts are limited, cost the same work, and right ones do not count', async () => {
    const receipt = await file()
    const client = clientOnOwnNetwork(server)
    const wrong = '0'.repeat(16)
    const known = await countWork(server, () => open(receipt, client))
    const unknown = await countWork(server, () => open(wrong, client))
    // What a known receipt does beyond an unknown one comes after the comparison.
    expect(known.work.statements).toEqual(expect.arrayContaining([...unknown.work.statements]))
    expect(known.work.stretches).toBe(1)
    expect(unknown.work.stretches).toBe(1)
    const max = RECEIPT_TRIES[0].max
    for (let right = 0; right < max; right += 1) okay(await open(receipt, client))
    const guesses = await Promise.all(Array.from({ length: 2 * max }, () => open(wrong, client)))
    const compared = guesses.filter(
      (answer) => !answer.ok && answer.problem?.code === 'receipt-unknown',
    )
    expect(compared.length).toBe(max - 1) // one was made above
    // The holder was here a moment ago, so the wrong tries of others on this network cost nothing.
    expect(await open(receipt, client)).toMatchObject({ ok: true })
    expect(await open(receipt)).toMatchObject({ ok: true })
  })

  const closeNetwork = async (client: ReturnType<typeof clientOnOwnNetwork>) => {
    for (let wrong = 0; wrong <= RECEIPT_TRIES[0].max; wrong += 1)
      await open('0'.repeat(16), client)
  }
  /** A receipt that this process has not opened yet. */
  const openProven = (
    receipt: string,
    client: ReturnType<typeof clientOnOwnNetwork>,
    header: string,
  ) => {
    // No route of receipts declares the header; the server reads it before it looks at the route.
    const args: object = { headers: { 'x-proof-of-work': header } }
    return client.call(readWitnessReport, args, { bearer: receipt })
  }
  const solved = async (challenge: Challenge) => {
    const solution = await solveChallenge({ challenge, deriveKey })
    return {
      counter: solution?.counter ?? 0,
      header: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    }
  }

  run(
    'wrong receipts of others ask the holder for hard work, and never close a receipt',
    async () => {
      const [receipt, client] = [await file(), clientOnOwnNetwork(server)]
      await closeNetwork(client)
      const refused = await open(receipt, client)
      expect(refused).toMatchObject({ ok: false, problem: { code: 'proof-required' } })
      if (refused.ok) return
      const { counter, header } = await solved(refused.problem?.['challenge'] as Challenge)
      expect(counter).toBeGreaterThanOrEqual(10_000) // twenty times the one of forms
      expect(await openProven(receipt, client, header)).toMatchObject({ ok: true })
      // From then on without work, so that messages and parts of files go through.
      expect(await open(receipt, client)).toMatchObject({ ok: true })
      // A proof counts once, and for receipts alone.
      const other = await file()
      const of = async (id: string) =>
        (await solved(await makeChallenge(server.deps, { id }, 1))).header
      const code = { ok: false, problem: { code: 'proof-required' } }
      expect(await openProven(other, client, header)).toMatchObject(code)
      expect(await openProven(other, client, await of(createWitnessReport.id))).toMatchObject(code)
      // With a proof a wrong receipt is compared, and stays unknown.
      expect(await openProven('0'.repeat(16), client, await of(HARD_PROOF.id))).toMatchObject({
        ok: false,
        problem: { code: 'receipt-unknown' },
      })
      expect(await openProven(other, client, await of(HARD_PROOF.id))).toMatchObject({ ok: true })
    },
  )

  run(
    'a receipt that was opened while the clock was ahead is not open for all that time',
    async () => {
      const [receipt, client] = [await file(), clientOnOwnNetwork(server)]
      server.clock.advance(24 * 60 * 60)
      expect(await open(receipt, client)).toMatchObject({ ok: true })
      server.clock.advance(-24 * 60 * 60)
      await closeNetwork(client)
      expect(await open(receipt, client)).toMatchObject({
        ok: false,
        problem: { code: 'proof-required' },
      })
    },
  )

  run('so it is after wrong receipts from very many networks', async () => {
    const receipt = await file()
    const [, { max, windowS }] = RECEIPT_TRIES
    const hits = (id: string, count: number) =>
      useOfTotal(server.deps, { id, limits: [{ per: 'route', max: count, windowS }] }, count)
    try {
      await hits('witness.receipt', max)
      expect(await open(receipt)).toMatchObject({ ok: false, problem: { code: 'proof-required' } })
      const header = async () =>
        (await solved(await makeChallenge(server.deps, HARD_PROOF, 1))).header
      const client = clientOnOwnNetwork(server)
      expect(await openProven(receipt, client, await header())).toMatchObject({ ok: true })
      // The work of some 200 processors for an hour closes what was not open.
      await hits('witness.receipt/proven', 100_000)
      expect(await openProven(await file(), client, await header())).toMatchObject({
        ok: false,
        problem: { code: 'too-many' },
      })
      expect(await open(receipt, client)).toMatchObject({ ok: true })
    } finally {
      await server.deps.database.db
        .deleteFrom('throttles')
        .where('bucket', 'like', 'witness.receipt%')
        .execute()
    }
  })

  run('the public gets the day of a report alone, and no hash of a document', async () => {
    const receipt = await file()
    const id = await newest()
    const document = await uploadInParts(server, receipt, pdf(), { name: 'a.pdf' })
    const fileUrl = document.upload.fileUrl ?? ''
    const body = { fileUrl, description: 'The order' }
    okay(await server.client.call(addWitnessEvidence, { body }, { bearer: receipt }))
    await change(id, 'verified')
    const day = `${server.clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
    const shown = (await listed()).find((report) => report.id === id)
    expect(shown).toMatchObject({ createdAt: day, reportEvidences: [{ uploadedAt: day }] })
    expect(shown?.reportEvidences[0]?.document).toEqual({ pages: 1 })
    const whole = (await listed(admin)).find((report) => report.id === id)
    expect(whole?.createdAt).not.toBe(day)
    expect(whole?.reportEvidences[0]?.document).toMatchObject({
      sha256: expect.any(String) as string,
    })
    // No filter within the day tells the public more.
    for (const query of [
      { from: new Date(Date.parse(day) + 86_399_000).toISOString() },
      { to: day },
    ]) {
      const found = okay(
        await server.client.call(listReports, { query: { ...query, id: String(id) } }, {}),
      )
      expect(
        (found as Report[]).map((report) => report.id),
        JSON.stringify(query),
      ).toContain(id)
    }
  })

  const useUpShares = () =>
    server.deps.database.db
      .updateTable('throttles')
      .set({ hits: 2 ** 30 })
      .where('bucket', 'like', 'witness.bytes%')
      .execute()
  const forgetShares = () =>
    server.deps.database.db
      .deleteFrom('throttles')
      .where('bucket', 'like', 'witness.bytes%')
      .execute()

  run('uploads that are announced and not sent close no door for others', async () => {
    const most = ALL_WITNESS_BYTES_PER_DAY
    const { upload } = await begin(server, await file(), await jpeg())
    await server.deps.database.db
      .updateTable('evidence_uploads')
      .set({ size_bytes: most })
      .where('id', '=', upload.id)
      .execute()
    const [receipt, bytes] = [await file(), await jpeg()]
    const other = await begin(server, receipt, bytes)
    expect(other.status).toBe(200)
    await server.deps.database.db
      .updateTable('evidence_uploads')
      .set({ received_bytes: most })
      .where('id', '=', upload.id)
      .execute()
    // Each network has bytes of its own beyond that. The one of these calls has used them up:
    await useUpShares()
    expect((await begin(server, await file(), await jpeg())).status).toBe(429)
    // An upload that began before is stopped as well.
    const sent = await sendPart(server, receipt, other.upload.id, 0, partAt(bytes, 0))
    expect(sent.status).toBe(429)
    // A fresh network is not, nor is anybody once the bytes were refused and removed.
    await forgetShares()
    expect((await sendPart(server, receipt, other.upload.id, 0, partAt(bytes, 0))).status).toBe(200)
    await useUpShares()
    await server.deps.database.db
      .updateTable('evidence_uploads')
      .set({ state: 'closed' })
      .where('id', '=', upload.id)
      .execute()
    expect((await begin(server, await file(), await jpeg())).status).toBe(200)
    await forgetShares()
  })

  run('a receipt opens its own report and uploads alone', async () => {
    const [one, other] = [await file(), await file()]
    const { upload } = await begin(server, one, await jpeg())
    expect((await callUpload(server, other, 'GET', `/${upload.id}`)).status).toBe(404)
    expect((await callUpload(server, admin, 'GET', `/${upload.id}`)).status).toBe(404)
    const finished = await uploadInParts(server, one, await jpeg())
    const taken = await server.client.call(
      addWitnessEvidence,
      { body: { fileUrl: finished.upload.fileUrl ?? '', description: 'Not mine' } },
      { bearer: other },
    )
    expect(taken).toMatchObject({ ok: false, problem: { fields: [{ code: 'unknown_file' }] } })
  })

  run('withdrawn: to the bin and erased, or hidden where it was verified', async () => {
    const receipt = await file()
    const id = await newest()
    const withdraw = () => server.client.call(withdrawWitnessReport, {}, { bearer: receipt })
    expect(okay(await withdraw())).toMatchObject({ state: 'withdrawn', mayWrite: false, type: '' })
    expect(okay(await withdraw())).toMatchObject({ state: 'withdrawn' })
    expect((await listed(admin)).some((report) => report.id === id)).toBe(false)
    okay(await server.client.call(restoreReport, { params: { id } }, { bearer: admin }))
    expect(
      okay(await server.client.call(readDialogue, { params: { id } }, { bearer: admin })),
    ).toMatchObject({ withdrawnAt: expect.any(String) as string })

    const verified = await file()
    const other = await newest()
    await change(other, 'verified')
    const hidden = await server.client.call(withdrawWitnessReport, {}, { bearer: verified })
    expect(okay(hidden)).toMatchObject({ state: 'withdrawn', mayWrite: true })
    expect((await listed()).some((report) => report.id === other)).toBe(false)
    expect((await listed(admin)).find((report) => report.id === other)?.status).toBe('under review')
    // Verified again it is public, and says so to its witness, who may withdraw once more.
    await change(other, 'verified')
    expect(okay(await open(verified))).toMatchObject({ state: 'verified' })
    const again = await server.client.call(withdrawWitnessReport, {}, { bearer: verified })
    expect(okay(again)).toMatchObject({ state: 'withdrawn' })
    expect((await listed()).some((report) => report.id === other)).toBe(false)
  })

  run('a withdrawal of a report in the bin is kept for a restore', async () => {
    const receipt = await file()
    const id = await newest()
    await confirmPassword(server, admin)
    okay(
      await server.client.call(
        deleteReport,
        { params: { id }, body: { reason: 'Filed twice' } },
        { bearer: admin },
      ),
    )
    const withdrawn = await server.client.call(withdrawWitnessReport, {}, { bearer: receipt })
    expect(okay(withdrawn)).toMatchObject({ state: 'withdrawn' })
    okay(await server.client.call(restoreReport, { params: { id } }, { bearer: admin }))
    expect(okay(await open(receipt))).toMatchObject({ state: 'withdrawn' })
  })

  run('closed by the setting: no new report, and receipts still open', async () => {
    const receipt = await file()
    const set = async (isOpen: boolean, revision: number) => {
      await confirmPassword(server, admin)
      okay(
        await server.client.call(
          changeWitnessSettings,
          { body: { revision, open: isOpen } },
          { bearer: admin },
        ),
      )
    }
    await set(false, 0)
    const refused = await clientOnOwnNetwork(server).call(createWitnessReport, {
      headers: {},
      body: { ...words, key: randomUUID() },
    })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'witness-closed', status: 410 } })
    expect((await fetch(`${server.url}/tell-plain`)).status).toBe(410)
    expect(await open(receipt)).toMatchObject({ ok: true })
    await set(true, 1)
  })

  describe('without scripts', () => {
    const plain = (
      path: string,
      fields: Readonly<Record<string, string>>,
      {
        files = [],
        headers = {},
      }: {
        readonly files?: readonly Blob[]
        readonly headers?: Readonly<Record<string, string>>
      } = {},
    ) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      for (const [index, blob] of files.entries()) form.append('file', blob, `IMG_${index}.jpg`)
      return fetch(`${server.url}${path}`, { method: 'POST', body: form, headers })
    }
    const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })
    const said = {
      lang: 'fr',
      type: 'Violences physiques et menaces',
      description: 'Vu <b>ici</b> & là',
      victim: 'Civils',
      country: 'SD',
      city: 'Nyala',
    }
    const receiptIn = (page: string): string =>
      /class="receipt"[^>]*>\s*([\d ]+)/.exec(page)?.[1]?.replaceAll(' ', '').trim() ?? ''

    run('the same report, files, messages and withdrawal', async () => {
      const picture = new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' })
      const sent = await plain(
        '/tell-plain',
        { ...said, key: randomUUID(), about: 'Le marché' },
        { files: [picture, new Blob(['not a picture'])], headers: from(1) },
      )
      const page = await sent.text()
      expect(sent.status).toBe(200)
      expect(page).toContain('Le fichier «\u{a0}IMG_1.jpg\u{a0}» n’a pas été accepté')
      const receipt = receiptIn(page)
      const filed = okay(await open(receipt))
      expect(filed).toMatchObject({
        evidence: [{ evidenceType: 'image', description: 'Le marché' }],
        type: 'Violences physiques et menaces',
        category: 'physicalViolence',
      })
      const report = okay(
        await server.client.call(readReport, { params: { id: await newest() } }, { bearer: admin }),
      )
      expect(report).toMatchObject({ description: said.description, actorName: 'Unknown' })
      const names = await server.deps.database.db
        .selectFrom('files')
        .select('original_name')
        .where('original_name', 'like', 'IMG_%')
        .execute()
      expect(names).toEqual([])

      const call = (fields: Readonly<Record<string, string>>) =>
        plain('/tell-plain/receipt', { lang: 'fr', receipt, ...fields }, { headers: from(2) })
      const written = await call({ act: 'write', text: 'Bonjour <i>', seen: '0' })
      expect(written.status).toBe(200)
      const text = await written.text()
      expect(text).toContain('Bonjour &lt;i&gt;')
      expect(text).not.toMatch(/<script|<i>/)
      expect(written.headers.get('content-security-policy')).not.toContain('script-src')
      expect((await call({ act: 'write', text: 'Encore', seen: '0' })).status).toBe(409)
      // Each reader in their own language, whatever the report was filed in.
      expect(await (await call({ act: 'open', lang: 'en' })).text()).toContain(
        'Physical violence and threats',
      )
      expect((await call({ act: 'write', text: ' ', seen: '1' })).status).toBe(422)
      expect((await call({ act: 'add' })).status).toBe(422)
      expect((await call({ act: 'withdraw' })).status).toBe(422) // not confirmed
      expect(await (await call({ act: 'withdraw', sure: 'yes' })).text()).toContain('retiré')
      expect((await call({ act: 'open', receipt: '1' })).status).toBe(422)
      expect((await call({ act: 'open', receipt: '9'.repeat(16) })).status).toBe(404)
    })

    run(
      'photos of phones and a voice are taken, and a refusal names the file and its cause',
      async () => {
        const large = Buffer.concat([await jpeg(), Buffer.alloc(6 * 1024 * 1024)])
        const sent = await plain(
          '/tell-plain',
          { ...said, key: randomUUID(), about: 'Le marché' },
          {
            files: [large, HEIC_PHOTO, Buffer.from('49492a0008000000000000000000', 'hex')].map(
              (bytes) => new Blob([new Uint8Array(bytes)]),
            ),
            headers: from(11),
          },
        )
        const page = await sent.text()
        expect(sent.status).toBe(200)
        expect(page).toContain('Le fichier «\u{a0}IMG_2.jpg\u{a0}» n’a pas été accepté')
        expect(page).toContain('Les images TIFF ne sont pas acceptées.')
        expect(page.match(/n’a pas été accepté/g)).toHaveLength(1)
        const receipt = receiptIn(page)
        const form = new FormData()
        for (const [name, value] of Object.entries({
          lang: 'fr',
          receipt,
          act: 'add',
          about: 'Voix',
        }))
          form.append(name, value)
        form.append('file', new Blob([new Uint8Array(opus())]), 'PTT.opus')
        const added = await fetch(`${server.url}/tell-plain/receipt`, {
          method: 'POST',
          body: form,
          headers: from(11),
        })
        expect(await added.text()).toContain('Enregistrement sonore')
        const { evidence } = okay(await open(receipt))
        expect(evidence.map(({ evidenceType }) => evidenceType)).toEqual([
          'image',
          'image',
          'audio',
        ])
      },
    )

    run('what is missing is named, and what was written stays', async () => {
      const answer = await plain(
        '/tell-plain',
        { ...said, city: '', key: randomUUID() },
        { headers: from(3) },
      )
      const page = await answer.text()
      expect(answer.status).toBe(422)
      expect(page).toContain('Vu &lt;b&gt;ici&lt;/b&gt; &amp; là</textarea>')
      expect(page).toMatch(/<p class="bad" id="city-fault">[^<]+<\/p>\s*<input[^>]*id="city"/)
      expect(page).toMatch(/aria-describedby="city-hint city-fault"\s+aria-invalid="true"/)
      expect(page).toContain('<strong>1 champ à revoir</strong>')
      expect(page).toMatch(/<li><a href="#city">[^<]+<\/a><\/li>\s*<\/ul>/)
      const malformed = { ...said, googleMapLink: 'près du puits', key: randomUUID() }
      const again = await plain('/tell-plain', malformed, { headers: from(3) })
      expect(await again.text()).toMatch(/<li><a href="#googleMapLink">[^<]+<\/a><\/li>\s*<\/ul>/)
    })

    run('what must be corrected is no report yet, and a full quota loses no words', async () => {
      const send = async (wish: object) => {
        const form = { ...said, key: randomUUID(), ...wish }
        const reply = await plain('/tell-plain', form, { headers: from(14) })
        return {
          status: reply.status,
          wait: reply.headers.get('retry-after'),
          page: await reply.text(),
        }
      }
      const [{ max }] = PLAIN_REPORTS
      for (let sent = 0; sent <= max; sent += 1) expect((await send({ city: '' })).status).toBe(422)
      for (let filed = 0; filed < max; filed += 1) expect((await send({})).status).toBe(200)
      const full = await send({})
      expect(full.status).toBe(429)
      expect(Number(full.wait)).toBeGreaterThan(0)
      expect(full.page).toContain('Vu &lt;b&gt;ici&lt;/b&gt; &amp; là</textarea>')
      expect(full.page).toContain('role="alert"')
    })

    const uploads = () =>
      server.deps.database.db
        .selectFrom('evidence_uploads')
        .select(['id', 'state', 'received_bytes', 'report_id'])
        .where('report_id', 'is not', null)
        .execute()
    const storedParts = async () =>
      (await readdir(server.dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && /files[\\/]part/.test(entry.parentPath))
        .map(({ name }) => name)
        .toSorted()

    /** A form with a film, up to the first byte of it, on a line of its own. */
    const startForm = async (key: string, last: number) => {
      const boundary = 'wld-boundary'
      const field = ([name, value]: readonly [string, string]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const head = [
        ...Object.entries({ ...said, key }).map(field),
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n`,
        'content-type: video/mp4\r\n\r\n',
      ].join('')
      const { hostname, port } = new URL(server.url)
      const line = connect(Number(port), hostname)
      await once(line, 'connect')
      line.write(
        [
          'POST /tell-plain HTTP/1.1',
          `host: ${hostname}:${port}`,
          `x-forwarded-for: 203.0.113.${last}`,
          `content-type: multipart/form-data; boundary=${boundary}`,
          'content-length: 100000000',
          '',
          head,
        ].join('\r\n'),
      )
      return line
    }

    run('a line that breaks in a file leaves no upload open and no part behind', async () => {
      const before = new Set((await uploads()).map(({ id }) => id))
      const parts = await storedParts()
      const key = randomUUID()
      const line = await startForm(key, 7)
      line.write(Buffer.alloc(EVIDENCE_CHUNK_BYTES + 1_000))
      const begun = () => uploads().then((rows) => rows.find(({ id }) => !before.has(id)))
      await expect.poll(async () => (await begun())?.received_bytes).toBe(EVIDENCE_CHUNK_BYTES)
      line.destroy()
      await expect.poll(async () => (await begun())?.state).toBe('closed')
      await expect.poll(storedParts).toEqual(parts)
      // The report itself arrived whole. The same form sent again is that report, with its receipt.
      const report = (await begun())?.report_id
      const evidence = await server.deps.database.db
        .selectFrom('report_evidence')
        .select('id')
        .where('report_id', '=', report ?? 0)
        .execute()
      expect(evidence).toEqual([])
      const picture = new Blob([new Uint8Array(await jpeg())])
      const sent = await plain(
        '/tell-plain',
        { ...said, key, about: 'Le marché' },
        { files: [picture], headers: from(7) },
      )
      expect(okay(await open(receiptIn(await sent.text()))).evidence).toHaveLength(1)
      expect(await newest()).toBe(report)
    })

    run(
      'a file of a form is stopped where its network and all witnesses have sent their day meanwhile',
      async () => {
        const { upload } = await begin(server, await file(), await jpeg())
        const before = new Set((await uploads()).map(({ id }) => id))
        const begun = () => uploads().then((rows) => rows.find(({ id }) => !before.has(id)))
        const parts = await storedParts()
        const line = await startForm(randomUUID(), 8)
        try {
          line.write(Buffer.alloc(EVIDENCE_CHUNK_BYTES + 1_000))
          await expect.poll(async () => (await begun())?.received_bytes).toBe(EVIDENCE_CHUNK_BYTES)
          await server.deps.database.db
            .updateTable('evidence_uploads')
            .set({ received_bytes: ALL_WITNESS_BYTES_PER_DAY - EVIDENCE_CHUNK_BYTES })
            .where('id', '=', upload.id)
            .execute()
          await useUpShares()
          line.write(Buffer.alloc(EVIDENCE_CHUNK_BYTES))
          await expect.poll(async () => (await begun())?.state).toBe('closed')
          expect((await begun())?.received_bytes).toBe(EVIDENCE_CHUNK_BYTES)
          await expect.poll(storedParts).toEqual(parts)
        } finally {
          line.destroy()
          await forgetShares()
          await server.deps.database.db
            .deleteFrom('evidence_uploads')
            .where('id', '=', upload.id)
            .execute()
        }
      },
    )

    run(
      'above the total of whole forms each waits in a queue and is filed; empty ones do not count',
      async () => {
        const [{ max }] = PLAIN_REPORTS_IN_ALL
        const hits = (weight: number) =>
          useOfTotal(server.deps, { id: 'witness.plain/all', limits: PLAIN_REPORTS_IN_ALL }, weight)
        const count = async () => {
          const row = await server.deps.database.db
            .selectFrom('throttles')
            .select('hits')
            .where('bucket', '=', 'witness.plain/all/route')
            .orderBy('window_start', 'desc')
            .executeTakeFirst()
          return row?.hits ?? 0
        }
        try {
          const before = await count()
          const empty = { ...said, city: '', key: randomUUID() }
          expect((await plain('/tell-plain', empty, { headers: from(9) })).status).toBe(422)
          expect(await count()).toBe(before)
          await hits(max)
          const order: number[] = []
          const send = async (network: number) => {
            const form = { ...said, key: randomUUID() }
            const { status } = await plain('/tell-plain', form, { headers: from(network) })
            order.push(network)
            return status
          }
          const flood = Array.from({ length: 3 }, () => send(9))
          expect(await Promise.all([...flood, send(11)])).toEqual([200, 200, 200, 200])
          expect(order.at(-1), 'the fresh network does not wait for all others').toBe(9)
          expect(await count()).toBe(before + max + 4)
        } finally {
          await server.deps.database.db
            .deleteFrom('throttles')
            .where('bucket', 'like', 'witness.plain/all%')
            .execute()
        }
      },
    )

    run('wrong receipts of many networks leave each network two tries without work', async () => {
      const tries = { id: 'witness.receipt', limits: RECEIPT_TRIES }
      const call = async (digits: string, network: number) => {
        const form = { lang: 'fr', receipt: digits }
        return (await plain('/tell-plain/receipt', form, { headers: from(network) })).status
      }
      const receipt = await file()
      try {
        await useOfTotal(server.deps, tries, RECEIPT_TRIES[1].max)
        for (const status of [404, 404, 429]) expect(await call('9'.repeat(16), 12)).toBe(status)
        expect(await call(receipt, 13)).toBe(200)
      } finally {
        await server.deps.database.db
          .deleteFrom('throttles')
          .where('bucket', 'like', 'witness.receipt%')
          .execute()
      }
    })

    run('wrong receipts close the page without scripts, which can do no work', async () => {
      const receipt = await file()
      const call = (digits: string) =>
        plain('/tell-plain/receipt', { lang: 'fr', receipt: digits }, { headers: from(10) })
      for (let wrong = 0; wrong < RECEIPT_TRIES[0].max; wrong += 1)
        expect((await call('9'.repeat(16))).status).toBe(404)
      expect((await call(receipt)).status).toBe(429)
    })

    run('a form of another site is refused, and so are too many of one network', async () => {
      const fields = { ...said, key: randomUUID() }
      const other = await plain('/tell-plain', fields, {
        headers: { ...from(4), 'sec-fetch-site': 'cross-site' },
      })
      expect(other.status).toBe(403)
      const max = PLAIN_REPORTS[0].max
      const statuses: number[] = []
      for (let sent = 0; sent <= max; sent += 1)
        statuses.push((await plain('/tell-plain', fields, { headers: from(5) })).status)
      expect(statuses).toEqual([...Array.from({ length: max }, () => 200), 429])
    })
  })

  describe('what the server keeps of a witness', () => {
    /** Every value of every table, and every file of the data folder. */
    async function everything(): Promise<string> {
      const { db } = server.deps.database
      const tables = await db.introspection.getTables()
      const rows = await Promise.all(
        tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)),
      )
      const names = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
      const files = await Promise.all(
        names
          .filter((entry) => entry.isFile())
          .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
      )
      return [JSON.stringify(rows.map((result) => result.rows)), ...files, ...server.logLines].join(
        '\n',
      )
    }
    const finds = async (...needles: readonly string[]) => {
      const haystack = await everything()
      return needles.filter((needle) => haystack.includes(needle))
    }
    const traces = (address: string) => [
      address,
      Buffer.from(address).toString('base64').replaceAll('=', ''),
      server.deps.secrets.mac('lookup', address), // as other routes count a network
    ]

    run('neither the address of the network nor the browser', async () => {
      const headers = { 'x-forwarded-for': ADDRESS, 'user-agent': AGENT }
      const client = createApiClient({ fetch, baseUrl: server.url, headers: () => headers })
      const receipt = await file(client)
      const bearer = receipt
      okay(await client.call(readWitnessReport, {}, { bearer }))
      okay(await client.call(writeToStaff, { body: { text: 'Hello', seen: 0 } }, { bearer }))
      const bytes = await jpeg()
      const started = await client.call(
        startEvidenceUpload,
        { body: { name: 'IMG_AMNA.jpg', size: bytes.length, type: '', sha256: 'a'.repeat(64) } },
        { bearer },
      )
      okay(started)
      // Refusals, faults and calls that match nothing are logged and counted as well.
      await client.call(readWitnessReport, {}, { bearer: '1'.repeat(16) })
      await client.call(createWitnessReport, { headers: {}, body: { key: 'x' } as never })
      for (const path of ['/tell-plain', '/tell-plain/receipt', '/api/witness'])
        await fetch(`${server.url}${path}`, { headers })
      const form = new FormData()
      for (const [name, value] of Object.entries({ receipt, act: 'write', text: 'Hi', seen: '1' }))
        form.append(name, value)
      await fetch(`${server.url}/tell-plain/receipt`, { method: 'POST', body: form, headers })
      await fetch(`${server.url}/tell-plain`, { method: 'POST', body: form, headers })
      okay(await client.call(withdrawWitnessReport, {}, { bearer }))
      expect(
        await finds(...traces(ADDRESS), ...traces('198.51.100.0/24'), AGENT, 'IMG_AMNA', receipt),
      ).toEqual([])

      // The search finds what other calls leave.
      const other = { 'x-forwarded-for': '198.51.100.78', 'user-agent': `${AGENT} member` }
      const visitor = createApiClient({ fetch, baseUrl: server.url, headers: () => other })
      await visitor.call(sendContactMessage, {
        headers: {},
        body: {
          firstName: 'Amna',
          lastName: 'Idris',
          email: 'amna@example.org',
          phoneNumber: '+33 6 39 98 12 34',
          subject: 'query',
          message: 'When?',
        },
      })
      expect(await finds(...traces('198.51.100.78'))).toEqual([traces('198.51.100.78')[2]])
    })

    run('and after 30 days in the bin nothing of a withdrawn report', async () => {
      const receipt = await file(undefined, randomUUID(), { city: 'Unmistakable City' })
      okay(
        await server.client.call(
          writeToStaff,
          { body: { text: 'x', seen: 0 } },
          { bearer: receipt },
        ),
      )
      okay(await server.client.call(withdrawWitnessReport, {}, { bearer: receipt }))
      server.clock.advance(31 * 24 * HOUR_S)
      await purgeReports(server.deps)
      const left = await server.deps.database.db
        .selectFrom('reports')
        .select('id')
        .where('city', '=', 'Unmistakable City')
        .execute()
      expect(left).toEqual([])
      expect(await open(receipt)).toMatchObject({ ok: false, problem: { code: 'receipt-unknown' } })
    })
  })
})
