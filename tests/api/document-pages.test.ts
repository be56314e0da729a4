/** Documents of evidence: everybody reads pages of PDF; of Word there is the original, for staff with their password. */
import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { readCustody, readOriginal, readText } from '#shared/contract/evidence.ts'
import { changePublicCopy } from '#shared/contract/public-copies.ts'
import { createReport, listEvidence } from '#shared/contract/reports.ts'
import type { Box } from '#shared/domain/report/public-copy-rules.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn } from '#tests/support/api-server.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { line, pdfOf } from '#tests/support/page-files.ts'
import { doc, docx, jpeg, part } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf, upload } from '#tests/support/uploads.ts'

describe.each(RULE_ENGINES)('pages of documents on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip })

  const staff = async () => (await person('moderator', { proven: true })).bearer
  async function reportWith(bytes: Buffer, name: string) {
    const { bearer } = await person()
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
  /** Asks without a bearer, as the public does. */
  const evidenceOf = async (reportId: number, bearer?: string) => {
    const listed = await server.client.call(
      listEvidence,
      { params: { id: reportId } },
      bearer === undefined ? {} : { bearer },
    )
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

  /** How dark a place of a picture is: 0 is black. */
  async function shadeAt(bytes: Buffer, place: { left: number; top: number }): Promise<number> {
    const pixels = await sharp(bytes)
      .extract({ ...place, width: 40, height: 30 })
      .greyscale()
      .raw()
      .toBuffer()
    return pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length
  }
  const cover = async (id: number, bearer: string, boxes: readonly Box[], version = 1) =>
    server.client.call(
      changePublicCopy,
      {
        params: { id },
        body: { version, heldBack: false, warnings: [], boxes: [...boxes], reason: 'A name' },
      },
      { bearer },
    )
  const textOf = (id: number, bearer: string) =>
    server.client.call(readText, { params: { id } }, { bearer })
  const looksAt = async (id: number, bearer: string) => {
    const custody = await server.client.call(readCustody, { params: { id } }, { bearer })
    if (!custody.ok) throw new Error(JSON.stringify(custody))
    return custody.value.events
      .filter(({ event }) => event === 'viewed')
      .map(({ detail }) => detail['copy'])
  }

  run('the public reads pages, with a name covered on the second one alone', async () => {
    const bytes = pdfOf({ pages: 6, drawing: (page) => line(`Witness ${page}`) })
    const { reportId, fileId } = await reportWith(bytes, 'a.pdf')
    const bearer = await staff()
    const { id, document } = await evidenceOf(reportId, bearer)
    expect(document).toMatchObject({ pages: 6 })
    // Where the words stand, in pixels of the page and as shares of it.
    const words = { left: 125, top: 245 }
    expect(
      await cover(id, bearer, [{ page: 2, x: 0.05, y: 0.12, width: 0.6, height: 0.08 }]),
    ).toMatchObject({ ok: true, value: { pages: 6 } })

    const listed = await evidenceOf(reportId)
    expect(listed).toMatchObject({ document: { pages: 6 }, mediaType: 'application/pdf' })
    expect(listed.document).not.toHaveProperty('inside')
    const page = async (number: number) => {
      const answer = await read(`${listed.fileUrl}&page=${number}`)
      return [answer.status, Buffer.from(await answer.arrayBuffer())] as const
    }
    for (const number of [1, 2, 5, 6]) {
      const [status, picture] = await page(number)
      expect(status).toBe(200)
      expect((await sharp(picture).metadata()).format).toBe('jpeg')
      const shade = await shadeAt(picture, words)
      if (number === 2) expect([number, shade]).toEqual([2, 0])
      else expect(shade, String(number)).toBeGreaterThan(50)
    }
    expect((await page(7))[0]).toBe(404)
    // Addresses from before, or of another copy, lead to the same pages.
    for (const variant of ['view', 'shown'] as const) {
      const address = server.deps.library.sign(fileId, variant, 'public')
      expect(await shadeAt(await readBytes(`${address}&page=2`), words)).toBe(0)
    }
    // Staff see what is under the box.
    const forStaff = await evidenceOf(reportId, bearer)
    expect(await shadeAt(await readBytes(`${forStaff.fileUrl}&page=2`), words)).toBeGreaterThan(50)
  })

  run('a page beside that of a picture with a box does not lead around the box', async () => {
    const { reportId, fileId } = await reportWith(await jpeg(), 'a.jpg')
    const bearer = await staff()
    const { id } = await evidenceOf(reportId, bearer)
    const whole = { x: 0, y: 0, width: 1, height: 1 }
    expect(await cover(id, bearer, [{ page: 2, ...whole }])).toMatchObject({
      ok: false,
      problem: { fields: [{ code: 'no_such_page' }] },
    })
    expect(await cover(id, bearer, [whole])).toMatchObject({ ok: true })
    for (const page of ['', '&page=1', '&page=2', '&page=500']) {
      const address = server.deps.library.sign(fileId, 'view', 'public')
      expect(await shadeAt(await readBytes(`${address}${page}`), { left: 5, top: 5 })).toBe(0)
    }
  })

  run('a document that is held back has no pages for the public', async () => {
    const { reportId, fileId } = await reportWith(pdfOf({ pages: 2 }), 'a.pdf')
    const bearer = await staff()
    const { id } = await evidenceOf(reportId, bearer)
    const body = { version: 1, heldBack: true, warnings: [], boxes: [], reason: 'Names' }
    await server.client.call(changePublicCopy, { params: { id }, body }, { bearer })
    for (const page of [1, 2])
      expect(
        (await read(`${server.deps.library.sign(fileId, 'view', 'public')}&page=${page}`)).status,
      ).toBe(403)
  })

  run('staff search and copy the text; the public gets neither the text nor the file', async () => {
    const bytes = pdfOf({ pages: 2, drawing: (page) => line(`Witness ${page}`) })
    const { reportId } = await reportWith(bytes, 'a.pdf')
    const bearer = await staff()
    const { id } = await evidenceOf(reportId, bearer)
    expect(await textOf(id, bearer)).toMatchObject({
      ok: true,
      value: { pages: ['Witness 1', 'Witness 2'] },
    })
    expect(await looksAt(id, bearer)).toEqual(['text'])
    const { email } = await buildMember(server.deps)
    const { accessToken } = await signIn(server, email, TEST_PASSWORD)
    expect(await textOf(id, accessToken)).toMatchObject({ ok: false, problem: { status: 403 } })
    expect((await original(id, accessToken)).status).toBe(403)
    expect(JSON.stringify(await evidenceOf(reportId))).not.toContain('Witness 1')
  })

  run('pages that staff read by one address are one line of the custody', async () => {
    const { reportId } = await reportWith(pdfOf({ pages: 3 }), 'a.pdf')
    const bearer = await staff()
    const { id } = await evidenceOf(reportId, bearer)
    const body = { version: 1, heldBack: true, warnings: [], boxes: [], reason: 'Names' }
    await server.client.call(changePublicCopy, { params: { id }, body }, { bearer })
    const { fileUrl } = await evidenceOf(reportId, bearer)
    for (const page of [1, 2, 3]) expect((await read(`${fileUrl}&page=${page}`)).status).toBe(200)
    expect(await looksAt(id, bearer)).toEqual(['working'])
  })

  run('pages that are lost are drawn again, and all are removed with the file', async () => {
    const { reportId, fileId } = await reportWith(pdfOf({ pages: 6 }), 'a.pdf')
    const { fileUrl } = await evidenceOf(reportId)
    const stored = async () =>
      (await readdir(`${server.dataDir}/files`, { recursive: true })).filter((name) =>
        name.includes(fileId),
      )
    expect(await stored()).toHaveLength(7) // original, text, thumbnail and four pages
    await read(`${fileUrl}&page=6`)
    expect(await stored()).toHaveLength(8)
    const lost = (await stored()).find((name) => name.endsWith('-view-2')) ?? ''
    await rm(`${server.dataDir}/files/${lost}`)
    expect((await read(`${fileUrl}&page=2`)).status).toBe(200)
    expect(await stored()).toContain(lost)

    const { db } = server.deps.database
    await db.deleteFrom('report_evidence').where('file_id', '=', fileId).execute()
    await db.updateTable('files').set({ attached_at: null }).where('id', '=', fileId).execute()
    await server.deps.library.remove([fileId])
    expect(await stored()).toEqual([])
  })

  run('a document that an older version received is read when it is opened', async () => {
    const { reportId, fileId } = await reportWith(
      pdfOf({ pages: 3, drawing: (page) => line(`Page ${page}`) }),
      'a.pdf',
    )
    const { db } = server.deps.database
    await db.updateTable('files').set({ pages: null }).where('id', '=', fileId).execute()
    for (const name of ['view', 'view-2', 'view-3', 'thumb', 'text'])
      await server.deps.files.delete(`view/${fileId.slice(0, 2)}/${fileId}-${name}`)
    const first = await evidenceOf(reportId)
    expect(first.document?.pages).toBe(1)
    expect((await read(first.fileUrl ?? '')).status).toBe(200)
    const again = await evidenceOf(reportId)
    expect(again.document?.pages).toBe(3)
    expect((await read(`${again.fileUrl}&page=3`)).status).toBe(200)
  })

  run('of Word staff get the original, a warning of what it has, and the text', async () => {
    const bytes = await docx([part('word/vbaProject.bin', 'Attribute VB_Name')])
    const { reportId } = await reportWith(bytes, 'a.docx')
    const bearer = await staff()
    const { id, fileUrl, document } = await evidenceOf(reportId, bearer)
    expect([fileUrl, document?.pages, document?.inside]).toEqual([null, 0, ['macros']])
    expect(await textOf(id, bearer)).toMatchObject({ value: { pages: ['What happened'] } })
    const whole = await original(id, bearer)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': 'sandbox',
      'content-disposition': `attachment; filename="evidence-${id}-original.docx"`,
      'cache-control': 'no-store',
    })
    expect((await evidenceOf(reportId)).document).toEqual({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pages: 0,
    })
  })

  run('of DOC there is the original alone', async () => {
    const { reportId } = await reportWith(doc(), 'a.doc')
    const bearer = await staff()
    const { id, fileUrl, document } = await evidenceOf(reportId, bearer)
    expect([fileUrl, document?.inside]).toEqual([null, []])
    expect(await textOf(id, bearer)).toMatchObject({ ok: false, problem: { status: 404 } })
    const whole = await original(id, bearer)
    expect(Buffer.from(await whole.arrayBuffer()).equals(doc())).toBe(true)
  })
})
