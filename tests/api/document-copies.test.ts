/** Documents of evidence: staff open the copy, and the original only as a download with their password. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOriginal } from '#shared/contract/evidence.ts'
import { createReport, listEvidence } from '#shared/contract/reports.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import {
  confirmPassword,
  signIn,
  startApiServer,
  type ApiServer,
} from '#tests/support/api-server.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { AUTHOR, doc, pdf, scriptedPdf } from '#tests/support/sample-files.ts'
import { fileIdOf, upload } from '#tests/support/uploads.ts'

/** Readers of PDF decode the name and run the script; a search for `/ObjStm` in the bytes does not see it. */
const HIDDEN_SCRIPT = scriptedPdf('/Obj#53tm')

describe.each(RULE_ENGINES)('copies of documents on $title', ({ engine, skip }) => {
  let server: ApiServer
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const run = test.skipIf(skip)

  async function staff(): Promise<string> {
    const { email } = await buildMember(server.deps, { role: 'moderator' })
    const { accessToken } = await signIn(server, email, TEST_PASSWORD)
    await confirmPassword(server, accessToken)
    return accessToken
  }
  async function reportWith(bytes: Buffer, name: string) {
    const { email } = await buildMember(server.deps)
    const { accessToken: bearer } = await signIn(server, email, TEST_PASSWORD)
    const { urls } = await upload(server, bearer, [{ field: 'report1', bytes, name }])
    const evidenceList = [
      { evidenceType: 'document' as const, fileUrl: urls['report1'] ?? '', description: 'a' },
    ]
    const made = await server.client.call(
      createReport,
      { body: reportBody({ evidenceList }) },
      { bearer },
    )
    if (!made.ok) throw new Error(JSON.stringify(made))
    return { reportId: made.value.id, fileId: fileIdOf(urls['report1'] ?? '') }
  }
  const evidenceOf = async (reportId: number, bearer: string) => {
    const listed = await server.client.call(listEvidence, { params: { id: reportId } }, { bearer })
    if (!listed.ok || listed.value[0] === undefined) throw new Error(JSON.stringify(listed))
    return listed.value[0]
  }
  const read = (address: string) => fetch(`${server.url}${address}`)
  const readBytes = async (address: string) =>
    Buffer.from(await (await read(address)).arrayBuffer())
  const original = (id: number, bearer: string) =>
    fetch(`${server.url}${readOriginal.path.replace(':id', String(id))}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })

  /** As an older version left it: another original under the evidence, without a copy of today. */
  async function replaceFile(reportId: number, bytes: Buffer): Promise<string> {
    const { library, clock, database } = server.deps
    const id = await library.receive(
      { original: bytes, mediaType: 'application/pdf', copies: [] },
      'a.pdf',
    )
    await database.db
      .updateTable('files')
      .set({ purpose: 'evidence', attached_at: clock.now().toISOString() })
      .where('id', '=', id)
      .execute()
    await database.db
      .updateTable('report_evidence')
      .set({ file_id: id })
      .where('report_id', '=', reportId)
      .execute()
    return id
  }

  run('a script under an escaped name is refused', async () => {
    const { email } = await buildMember(server.deps)
    const { accessToken } = await signIn(server, email, TEST_PASSWORD)
    expect(
      await upload(server, accessToken, [
        { field: 'report1', bytes: HIDDEN_SCRIPT, name: 'a.pdf' },
      ]),
    ).toMatchObject({ status: 415, problem: { fields: [{ code: 'active_content' }] } })
  })

  run(
    'the address of staff leads to the copy, and the original is a download in a sandbox',
    async () => {
      const { reportId } = await reportWith(pdf(), 'a.pdf')
      const bearer = await staff()
      const { id, fileUrl, document } = await evidenceOf(reportId, bearer)
      const copy = await readBytes(fileUrl ?? '')
      expect([copy.subarray(0, 5).toString(), copy.includes(AUTHOR)]).toEqual(['%PDF-', false])
      const whole = await original(id, bearer)
      const bytes = Buffer.from(await whole.arrayBuffer())
      expect(bytes.equals(pdf())).toBe(true)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(document?.sha256)
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-security-policy': 'sandbox',
        'content-disposition': `attachment; filename="evidence-${id}-original.pdf"`,
        'cache-control': 'no-store',
      })
    },
  )

  run('a document that has no copy of today gets one when it is opened', async () => {
    const { reportId } = await reportWith(pdf(), 'a.pdf')
    const fileId = await replaceFile(reportId, pdf(`/Author (${AUTHOR}) /Title (Older)`))
    const { fileUrl } = await evidenceOf(reportId, await staff())
    expect(await server.deps.library.readVariant(fileId, 'file')).toBeUndefined()
    const copy = await readBytes(fileUrl ?? '')
    expect([copy.subarray(0, 5).toString(), copy.includes(AUTHOR)]).toEqual(['%PDF-', false])
    expect((await server.deps.library.readVariant(fileId, 'file'))?.equals(copy)).toBe(true)
  })

  run('an older document that is refused today has no copy, and keeps its original', async () => {
    const { reportId } = await reportWith(pdf(), 'a.pdf')
    await replaceFile(reportId, HIDDEN_SCRIPT)
    const bearer = await staff()
    const { id, fileUrl } = await evidenceOf(reportId, bearer)
    expect((await read(fileUrl ?? '')).status).toBe(404)
    const whole = await original(id, bearer)
    expect(Buffer.from(await whole.arrayBuffer()).equals(HIDDEN_SCRIPT)).toBe(true)
  })

  run('of DOC there is the original alone', async () => {
    const { reportId, fileId } = await reportWith(doc(), 'a.doc')
    const bearer = await staff()
    const { id, fileUrl, document } = await evidenceOf(reportId, bearer)
    expect([fileUrl, document?.copied]).toEqual([null, false])
    const session = await server.deps.database.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect((await read(server.deps.library.sign(fileId, 'file', session.id))).status).not.toBe(200)
    const whole = await original(id, bearer)
    expect(Buffer.from(await whole.arrayBuffer()).equals(doc())).toBe(true)
  })
})
