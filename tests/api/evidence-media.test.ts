import sharp from 'sharp'
/** What people really have: photos, films, voices and documents as phones, messengers and offices make them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { carryOutReleases } from '#server/jobs/carry-out-releases.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { readCustody } from '#shared/contract/evidence.ts'
import { changePublicCopy, confirmPublicCopy } from '#shared/contract/public-copies.ts'
import { createReport, listEvidence, readReport } from '#shared/contract/reports.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { sha256, uploadInParts } from '#tests/support/evidence-uploads.ts'
import { HEIC_PHOTO } from '#tests/support/heic-photo.ts'
import { plainPng } from '#tests/support/hostile-files.ts'
import { ownerLocked } from '#tests/support/page-files.ts'
import { docx, part, pdf, picture, SECRET_PLACE } from '#tests/support/sample-files.ts'
import { film } from '#tests/support/sample-films.ts'
import { opus, SOUNDS, wav } from '#tests/support/sample-sounds.ts'

const CUSTOM_XML =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml" Target="../customXml/item1.xml"/></Relationships>'

/** Word writes it like this: its main part refers to a part beside its folder. */
const wordWithCustomXml = (): Promise<Buffer> =>
  docx([
    part('customXml/item1.xml', '<b:Sources xmlns:b="urn:b"/>'),
    part('word/_rels/document.xml.rels', CUSTOM_XML),
  ])
const vastJpeg = (): Promise<Buffer> =>
  sharp(plainPng(8_000, 6_250), { limitInputPixels: false }).jpeg({ quality: 30 }).toBuffer()

describe.each(ENGINES)('what people have, on $title', ({ engine, skip }) => {
  let server: ApiServer
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const run = test.skipIf(skip)

  const signedIn = async (role: Role) => {
    const { id } = await buildMember(server.deps, { role })
    const { sessionId, accessToken } = await openSession(server.deps, id, 'test')
    await recordProof(server.deps, sessionId, { kind: 'password' })
    return { id, bearer: accessToken }
  }
  const value = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const filed = async (bytes: Buffer, type = '') => {
    const { bearer } = await signedIn('member')
    const sent = await uploadInParts(server, bearer, bytes, { type })
    expect(sent.status, JSON.stringify(sent.problem)).toBe(200)
    const item = { fileUrl: sent.upload.fileUrl ?? '', description: 'Seen' }
    const body = reportBody({ evidenceList: [{ evidenceType: 'document', ...item }] })
    const report = value(await server.client.call(createReport, { body }, { bearer }))
    return { id: report.id, bearer }
  }
  const listed = async (id: number, bearer?: string) =>
    value(
      await server.client.call(
        listEvidence,
        { params: { id }, query: {} },
        bearer === undefined ? {} : { bearer },
      ),
    )
  const countTo = async (id: number, as = {}) =>
    value(await server.client.call(readReport, { params: { id }, query: {} }, as)).evidenceCount
  const bytesAt = async (address: string | null | undefined) => {
    const answer = await fetch(`${server.url}${address ?? ''}`)
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      name: answer.headers.get('content-disposition'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    }
  }

  run.each([
    ['a HEIC of an iPhone', () => HEIC_PHOTO, 'image/heic'],
    ['an AVIF', () => picture().avif().toBuffer(), 'image/avif'],
    ['a photo of 50 million pixels', vastJpeg, 'image/jpeg'],
  ])(
    'the public sees a copy of %s, and the original keeps its hash',
    async (_what, make, mediaType) => {
      const bytes = await make()
      const { id } = await filed(bytes, mediaType)
      const [piece] = await listed(id)
      expect(piece).toMatchObject({ evidenceType: 'image', mediaType: 'image/jpeg' })
      const shown = await sharp((await bytesAt(piece?.fileUrl)).bytes).metadata()
      expect(shown.format).toBe('jpeg')
      const staff = await signedIn('admin')
      const custody = value(
        await server.client.call(
          readCustody,
          { params: { id: piece?.id ?? 0 } },
          { bearer: staff.bearer },
        ),
      )
      expect(custody).toMatchObject({ mediaType, sha256: sha256(bytes), size: bytes.length })
    },
  )

  run('a box on a photo of 50 million pixels hides what is under it', async () => {
    const red = { width: 800, height: 625, channels: 3, background: '#ff0000' } as const
    const bytes = await sharp({
      create: { width: 8_000, height: 6_250, channels: 3, background: '#00ff00' },
      limitInputPixels: false,
    })
      .composite([{ input: { create: red }, left: 800, top: 625 }])
      .jpeg()
      .toBuffer()
    const { id } = await filed(bytes)
    const staff = await signedIn('admin')
    const [piece] = await listed(id, staff.bearer)
    const box = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }
    value(
      await server.client.call(
        changePublicCopy,
        {
          params: { id: piece?.id ?? 0 },
          body: { version: 1, heldBack: false, warnings: null, boxes: [box], reason: 'A face' },
        },
        { bearer: staff.bearer },
      ),
    )
    const [shown] = await listed(id)
    const { data, info } = await sharp((await bytesAt(shown?.fileUrl)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    let seen = 0
    for (let at = 0; at < data.length; at += info.channels)
      if ((data[at] ?? 0) > 60 && (data[at] ?? 0) > (data[at + 1] ?? 0)) seen += 1
    expect(seen).toBe(0)
  })

  run.each(Object.entries(SOUNDS))(
    'a sound (%s) is evidence, and public when staff release it',
    async (mediaType, make) => {
      const bytes = make()
      const { id, bearer } = await filed(bytes, mediaType)
      expect(await listed(id)).toEqual([])
      expect(await listed(id, bearer)).toEqual([]) // the reporter gets what the public gets
      expect(await countTo(id)).toBe(0)
      expect(await countTo(id, await signedIn('member'))).toBe(0)
      expect(await countTo(id, { bearer })).toBe(1) // and reads that it arrived
      const staff = await signedIn('admin')
      const [piece] = await listed(id, staff.bearer)
      expect(piece).toMatchObject({ evidenceType: 'audio', mediaType, heldBack: true })
      const played = await bytesAt(piece?.fileUrl)
      expect(played).toMatchObject({ status: 200, type: mediaType })
      expect(played.name).toMatch(/^inline; filename="recording\./)
      expect(played.bytes.length).toBe(bytes.length)
      expect(played.bytes.includes(SECRET_PLACE)).toBe(false)
      expect(
        (
          await fetch(
            `${server.url}${piece?.fileUrl?.replace(/viewer=[^&]+/, 'viewer=public') ?? ''}`,
          )
        ).status,
      ).toBe(403)
    },
  )

  run('a released voice is public after the second person and the seconds of undo', async () => {
    const { id } = await filed(wav())
    const [one, other] = [await signedIn('admin'), await signedIn('content')]
    const [piece] = await listed(id, one.bearer)
    const evidence = piece?.id ?? 0
    const changed = value(
      await server.client.call(
        changePublicCopy,
        {
          params: { id: evidence },
          body: { version: 1, heldBack: false, warnings: null, boxes: [], reason: 'No name' },
        },
        { bearer: one.bearer },
      ),
    )
    expect(changed.release).not.toBeNull()
    expect(await listed(id)).toEqual([])
    if (changed.release?.dueAt === null)
      value(
        await server.client.call(
          confirmPublicCopy,
          { params: { id: evidence }, body: { release: changed.release.id } },
          { bearer: other.bearer },
        ),
      )
    server.clock.advance(UNDO_S)
    await carryOutReleases(server.deps)
    const [released] = await listed(id)
    expect(await bytesAt(released?.fileUrl)).toMatchObject({ status: 200, type: 'audio/wav' })
  })

  run.each([
    ['3gp', () => film({ brand: '3gp6' }), 'video/3gpp'],
    ['an unknown brand', () => film({ brand: 'hvc1' }), 'video/mp4'],
    ['M4V', () => film({ brand: 'M4V ' }), 'video/x-m4v'],
  ])('a film under the label %s is taken by what it is', async (_what, make, type) => {
    const { id } = await filed(make(), type)
    const [piece] = await listed(id)
    expect(piece).toMatchObject({ evidenceType: 'video', mediaType: 'video/mp4' })
    expect(piece).not.toHaveProperty('incomplete')
  })

  run('a sound that stopped early is marked, in the list and in the custody', async () => {
    const { id } = await filed(opus().subarray(0, -10))
    const staff = await signedIn('admin')
    const [piece] = await listed(id, staff.bearer)
    expect(piece).toMatchObject({ incomplete: true })
    const { events } = value(
      await server.client.call(
        readCustody,
        { params: { id: piece?.id ?? 0 } },
        { bearer: staff.bearer },
      ),
    )
    expect(events[0]).toMatchObject({ event: 'received', detail: { incomplete: true } })
  })

  run.each([
    ['a PDF behind a line end', () => Buffer.concat([Buffer.from('\r\n'), pdf()]), 1],
    ['a PDF behind a mark', () => Buffer.concat([Buffer.from('efbbbf0a', 'hex'), pdf()]), 1],
    ['a PDF that its owner restricted', () => ownerLocked('0 0 100 100 re f'), 1],
    ['Word with parts beside its folder', wordWithCustomXml, 0],
  ])('%s is accepted', async (_what, make, pages) => {
    const { id } = await filed(await make())
    const [piece] = await listed(id)
    expect(piece?.document?.pages).toBe(pages)
  })

  run('a refusal names the kind: TIFF, a film in WebM, a picture of too many pixels', async () => {
    const { bearer } = await signedIn('member')
    const causes = []
    for (const bytes of [
      await picture(64, 64).tiff().toBuffer(),
      SOUNDS['audio/webm']({ type: 1 }),
      plainPng(16_384, 16_384),
    ])
      causes.push((await uploadInParts(server, bearer, bytes)).problem.fields[0]?.code)
    expect(causes).toEqual(['tiff', 'not_evidence', 'too_many_pixels'])
  })
})
