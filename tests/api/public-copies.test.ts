import sharp from 'sharp'
/** What the public sees of evidence: boxes that hide for good, pieces that are held back, warnings. */
import { describe, expect } from 'vitest'
import type * as z from 'zod'
import { openSession } from '#server/features/auth/open-session.ts'
import { watchAudit } from '#server/features/watch/watch.ts'
import { carryOutReleases } from '#server/jobs/carry-out-releases.ts'
import { readCustody } from '#shared/contract/evidence.ts'
import {
  changePublicCopy,
  confirmPublicCopy,
  readPublicCopy,
  stopPublicCopy,
} from '#shared/contract/public-copies.ts'
import {
  createReport,
  hideReport,
  listEvidence,
  listReports,
  readReport,
  reportStatistics,
  type Evidence,
} from '#shared/contract/reports.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { uploadInParts } from '#tests/support/evidence-uploads.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { doc } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

type Change = z.input<typeof changePublicCopy.request.body>

/**
 * A picture of 2,000 by 1,000 pixels, turned by its metadata: green, with a red square where the face
 * is once it is upright (1,000 by 2,000).
 */
const FACE = { x: 0.4, y: 0.1, width: 0.2, height: 0.1 } as const
async function photo(): Promise<Buffer> {
  const red = await sharp({
    create: { width: 200, height: 200, channels: 3, background: '#ff0000' },
  })
    .png()
    .toBuffer()
  const upright = await sharp({
    create: { width: 1_000, height: 2_000, channels: 3, background: '#00ff00' },
  })
    .composite([{ input: red, left: 400, top: 200 }])
    .png()
    .toBuffer()
  // Orientation 6: the camera was turned, so viewers turn it a quarter to the right.
  return sharp(upright)
    .rotate(270)
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

interface Seen {
  /** Pixels that are more red than the rest. */
  readonly red: number
  /** The brightest colour value under the box, away from its edge. */
  readonly brightestUnderBox: number
  readonly green: number
}
async function look(bytes: Buffer): Promise<Seen> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  let [red, green, brightestUnderBox] = [0, 0, 0]
  const edge = 0.02
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * info.channels
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]]
      if (r > 60 && r > g) red += 1
      if (g > 200 && r < 60) green += 1
      const [left, top] = [x / info.width, y / info.height]
      if (
        left > FACE.x + edge &&
        left < FACE.x + FACE.width - edge &&
        top > FACE.y + edge &&
        top < FACE.y + FACE.height - edge
      )
        brightestUnderBox = Math.max(brightestUnderBox, r, g, b)
    }
  return { red, green, brightestUnderBox }
}

describe.each(RULE_ENGINES)('what the public sees on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  const signedIn = (role: Role) => person(role, { proven: true })
  const value = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const filed = async (...files: readonly Buffer[]) => {
    const reporter = await signedIn('member')
    const evidenceList = []
    for (const bytes of files) {
      const fileUrl = bytes.subarray(0, 4).equals(Buffer.from('%PDF'))
        ? ((await uploadInParts(server, reporter.bearer, bytes)).upload.fileUrl ?? '')
        : await uploadOne(server, reporter.bearer, 'report', bytes)
      evidenceList.push({ evidenceType: 'image' as const, fileUrl, description: 'Seen' })
    }
    const report = value(
      await server.client.call(
        createReport,
        { body: reportBody({ evidenceList }) },
        { bearer: reporter.bearer },
      ),
    )
    return { reporter, report, ids: report.reportEvidences.map(({ id }) => id) }
  }
  const bytesAt = async (address: string | null, range?: string) => {
    const answer = await fetch(
      `${server.url}${address ?? ''}`,
      range === undefined ? {} : { headers: { range } },
    )
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const change = (id: number, bearer: string, body: Partial<Change> = {}) =>
    server.client.call(
      changePublicCopy,
      {
        params: { id },
        body: { version: 1, heldBack: false, warnings: null, boxes: [], reason: 'A face', ...body },
      },
      { bearer },
    )
  const listed = async (id: number, bearer?: string, as?: 'public') =>
    value(
      await server.client.call(
        listEvidence,
        { params: { id }, query: as === undefined ? {} : { as } },
        bearer === undefined ? {} : { bearer },
      ),
    )
  const undoEnds = async (): Promise<void> => {
    server.clock.advance(UNDO_S)
    await carryOutReleases(server.deps)
  }
  const copyOf = async (id: number, bearer: string) =>
    value(await server.client.call(readPublicCopy, { params: { id } }, { bearer }))
  const confirm = (id: number, release: string, bearer: string) =>
    server.client.call(confirmPublicCopy, { params: { id }, body: { release } }, { bearer })
  const stop = (id: number, bearer: string) =>
    server.client.call(stopPublicCopy, { params: { id } }, { bearer })
  /** Addresses of a picture in every reply that the public gets. */
  const publicAddresses = async (reportId: number): Promise<string[]> => {
    const one = value(await server.client.call(readReport, { params: { id: reportId }, query: {} }))
    const all = value(await server.client.call(listReports, { query: { page: 1, size: 100 } }))
    const items: readonly Evidence[] = [
      ...one.reportEvidences,
      ...(await listed(reportId)),
      ...('items' in all ? all.items : all)
        .filter(({ id }) => id === reportId)
        .flatMap(({ reportEvidences }) => reportEvidences),
    ]
    return [
      ...new Set(items.flatMap(({ fileUrl, thumbnailUrl }) => [fileUrl ?? '', thumbnailUrl ?? ''])),
    ]
  }

  run(
    'what is under a box is in no public copy, by old and new addresses, and undo brings it back',
    async () => {
      const { report, reporter, ids } = await filed(await photo())
      const [id = 0] = ids
      const staff = await signedIn('reviewer')
      const before = await publicAddresses(report.id)
      expect(before.length).toBe(2)
      for (const address of before)
        expect((await look((await bytesAt(address)).bytes)).red).toBeGreaterThan(20)

      const changed = value(await change(id, staff.bearer, { boxes: [FACE] }))
      expect(changed).toMatchObject({ version: 2, boxes: [FACE] })
      const after = await publicAddresses(report.id)
      expect(before.filter((address) => after.includes(address))).toEqual([]) // no cache has them
      // Addresses that a client makes of old and new ones: each copy that exists.
      const made = [...before, ...after].map((address) =>
        address.replace('variant=view', 'variant=shown'),
      )
      for (const address of [...before, ...after, ...made]) {
        const { status, bytes } = await bytesAt(address)
        if (status !== 200) {
          expect(status).toBe(403)
          continue
        }
        const seen = await look(bytes)
        expect(seen, address).toMatchObject({ red: 0 })
        expect(seen.brightestUnderBox, address).toBeLessThan(12)
        expect(seen.green).toBeGreaterThan(1_000)
        const part = await bytesAt(address, 'bytes=0-2000')
        expect(part.bytes.equals(bytes.subarray(0, 2_001)), address).toBe(true)
      }
      // The reporter reads the public copy too; staff see the whole picture, and the public copy where they ask for it.
      for (const [bearer, as, isWhole] of [
        [reporter.bearer, undefined, false],
        [staff.bearer, 'public', false],
        [staff.bearer, undefined, true],
      ] as const) {
        const [item] = await listed(report.id, bearer, as)
        const { red } = await look((await bytesAt(item?.fileUrl ?? null)).bytes)
        expect(red > 20).toBe(isWhole)
      }
      // The same while the report waits, where addresses are for one session.
      value(
        await server.client.call(
          hideReport,
          { params: { id: report.id } },
          { bearer: staff.bearer },
        ),
      )
      for (const bearer of [reporter.bearer, staff.bearer]) {
        const [item] = await listed(report.id, bearer, 'public')
        for (const address of [item?.fileUrl, item?.thumbnailUrl])
          expect((await look((await bytesAt(address ?? null)).bytes)).red).toBe(0)
      }
      await server.deps.database.db
        .updateTable('reports')
        .set({ held_at: null })
        .where('id', '=', report.id)
        .execute()

      // A stored copy that is lost, or that another writer made, is made again.
      const { file_id: fileId } = await server.deps.database.db
        .selectFrom('report_evidence')
        .select('file_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const others = '[{"x":0,"y":0,"width":0.01,"height":0.01}]'
      const file = { id: fileId, media_type: 'image/jpeg', boxes: others }
      await server.deps.library.shown.make(file, 1, ['member:1'])
      for (const address of after) expect((await look((await bytesAt(address)).bytes)).red).toBe(0)
      await server.deps.library.shown.remove(file)
      for (const address of after) expect((await look((await bytesAt(address)).bytes)).red).toBe(0)

      value(await change(id, staff.bearer, { version: 2, reason: 'By mistake' }))
      for (const address of after) expect((await look((await bytesAt(address)).bytes)).red).toBe(0)
      await undoEnds()
      const undone = await copyOf(id, staff.bearer)
      expect(
        undone.changes.map(({ version, reason, boxes }) => [version, reason, boxes.length]),
      ).toEqual([
        [3, 'By mistake', 0],
        [2, 'A face', 1],
      ])
      for (const address of [...after, ...(await publicAddresses(report.id))])
        expect((await look((await bytesAt(address)).bytes)).red).toBeGreaterThan(20)
      const folder = `view/${fileId.slice(0, 2)}/${fileId}`
      expect(await server.deps.files.get(`${folder}-shown`)).toBeUndefined()
      expect(await server.deps.files.get(`${folder}-shown-thumb`)).toBeUndefined()
      // The original is untouched, and the custody has each change.
      const custody = value(
        await server.client.call(readCustody, { params: { id } }, { bearer: staff.bearer }),
      )
      expect(
        custody.events
          .filter(({ event }) => event === 'public-changed')
          .map(({ detail }) => [detail['version'], detail['boxes'], detail['reason']]),
      ).toEqual([
        [2, 1, 'A face'],
        [3, 0, 'By mistake'],
      ])
      expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    },
  )

  run('a piece that is held back is for staff alone, and is released again', async () => {
    const { report, reporter, ids } = await filed(await photo(), await photo())
    const [id = 0, other = 0] = ids
    const staff = await signedIn('moderator')
    const count = async () => value(await server.client.call(reportStatistics, {})).withEvidence
    expect(await count()).toBeGreaterThan(0)
    const before = (await listed(report.id))[0]
    value(await change(id, staff.bearer, { heldBack: true, warnings: ['injury', 'injury'] }))
    for (const address of [before?.fileUrl, before?.thumbnailUrl])
      expect((await bytesAt(address ?? null)).status).toBe(403)
    for (const bearer of [undefined, reporter.bearer])
      expect((await listed(report.id, bearer)).map((one) => one.id)).toEqual([other])
    expect(
      value(await server.client.call(readReport, { params: { id: report.id }, query: {} })),
    ).toMatchObject({ evidenceCount: 1 })
    const seen = (await listed(report.id, staff.bearer))[0]
    expect(seen).toMatchObject({ id, heldBack: true, warnings: ['injury'] })
    expect((await bytesAt(seen?.fileUrl ?? null)).status).toBe(200)
    value(await change(id, staff.bearer, { version: 2, warnings: [] }))
    expect((await listed(report.id)).map((one) => one.id)).toEqual([other])
    await undoEnds()
    expect((await listed(report.id)).map((one) => [one.id, one.warnings])).toEqual([
      [id, []],
      [other, null],
    ])
    expect((await listed(report.id))[0]).not.toHaveProperty('heldBack')
    expect((await bytesAt(before?.fileUrl ?? null)).status).toBe(200)
  })

  run('showing more asks for the password, waits, and can be stopped by all staff', async () => {
    const { report, ids } = await filed(await photo())
    const [id = 0] = ids
    const [staff, colleague] = [await signedIn('moderator'), await signedIn('reviewer')]
    const admin = await buildMember(server.deps, { role: 'admin' })
    value(await change(id, staff.bearer, { boxes: [FACE] }))
    const unproven = (await openSession(server.deps, staff.id, 'test')).accessToken
    expect(await change(id, unproven, { version: 2 })).toMatchObject({
      problem: { code: 'step-up-required' },
    })
    const asked = value(await change(id, staff.bearer, { version: 2 }))
    expect(asked).toMatchObject({ version: 2, boxes: [FACE], release: { own: true, boxes: [] } })
    // Administrators get a mail before it takes effect.
    await watchAudit(server.deps)
    expect(await mailsTo(server.deps, admin.email)).toContainEqual(
      expect.objectContaining({
        template: 'unusual-acts',
        values: expect.objectContaining({ alert: 'made-public', count: '1' }),
      }),
    )
    await carryOutReleases(server.deps)
    expect(await copyOf(id, staff.bearer)).toMatchObject({ version: 2, boxes: [FACE] })
    // Another one does not pass for the one that waits.
    expect(await change(id, staff.bearer, { version: 2, reason: 'Once more' })).toMatchObject({
      problem: { code: 'conflict', current: { release: { reason: 'A face' } } },
    })
    expect(value(await stop(id, colleague.bearer)).release).toBeNull()
    expect(await stop(id, colleague.bearer)).toMatchObject({ problem: { code: 'conflict' } })
    await undoEnds()
    expect(await copyOf(id, staff.bearer)).toMatchObject({ version: 2, boxes: [FACE] })
    // What hides more ends what waits, and is made at once.
    value(await change(id, staff.bearer, { version: 2 }))
    value(await change(id, colleague.bearer, { version: 2, boxes: [FACE], heldBack: true }))
    await undoEnds()
    expect(await copyOf(id, staff.bearer)).toMatchObject({ version: 3, release: null })
    expect(await listed(report.id)).toEqual([])
    // Of a change that does both, the part that hides more is made at once.
    const both = { version: 3, heldBack: false, boxes: [{ ...FACE, y: 0.7 }] }
    const mixed = value(await change(id, staff.bearer, both))
    expect(mixed).toMatchObject({ version: 4, heldBack: true, boxes: [FACE, both.boxes[0]] })
    await undoEnds()
    expect(await copyOf(id, staff.bearer)).toMatchObject({ ...both, version: 5 })
  })

  run('a reviewer needs a second member of staff to undo the work of another', async () => {
    const { ids } = await filed(await photo(), await photo())
    const [id = 0, own = 0] = ids
    const [author, reviewer, second] = [
      await signedIn('moderator'),
      await signedIn('reviewer'),
      await signedIn('reviewer'),
    ]
    value(await change(id, author.bearer, { boxes: [FACE], heldBack: true }))
    const asked = value(await change(id, reviewer.bearer, { version: 2, reason: 'No face' }))
    const release = asked.release?.id ?? ''
    expect(asked.release).toMatchObject({ own: true, dueAt: null })
    await undoEnds()
    expect(await copyOf(id, second.bearer)).toMatchObject({ version: 2, release: { own: false } })
    expect(await confirm(id, release, reviewer.bearer)).toMatchObject({
      problem: { code: 'own-proposal' },
    })
    const unproven = (await openSession(server.deps, second.id, 'test')).accessToken
    expect(await confirm(id, release, unproven)).toMatchObject({
      problem: { code: 'step-up-required' },
    })
    const replies = await Promise.all(
      [second, author].map(({ bearer }) => confirm(id, release, bearer)),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await copyOf(id, second.bearer)).toMatchObject({ version: 2 })
    await undoEnds()
    expect(await copyOf(id, second.bearer)).toMatchObject({
      version: 3,
      boxes: [],
      heldBack: false,
    })
    const custody = value(
      await server.client.call(readCustody, { params: { id } }, { bearer: second.bearer }),
    )
    const made = custody.events.findLast(({ event }) => event === 'public-changed')
    expect(made?.detail).toMatchObject({
      version: 3,
      confirmedBy: expect.stringMatching(/^WLD_/),
    })
    // The own work, and a moderator: no second person is needed.
    value(await change(own, reviewer.bearer, { boxes: [FACE] }))
    expect(value(await change(own, reviewer.bearer, { version: 2 })).release?.dueAt).not.toBeNull()
    value(await stop(own, reviewer.bearer))
    expect(value(await change(own, author.bearer, { version: 2 })).release?.dueAt).not.toBeNull()
  })

  run('nothing becomes public long after its time, as from a restored backup', async () => {
    const { ids } = await filed(await photo())
    const [id = 0] = ids
    const staff = await signedIn('moderator')
    value(await change(id, staff.bearer, { boxes: [FACE] }))
    value(await change(id, staff.bearer, { version: 2 }))
    server.clock.advance(3_600)
    await carryOutReleases(server.deps)
    const again = await signedIn('moderator')
    expect(await copyOf(id, again.bearer)).toMatchObject({ version: 2, boxes: [FACE] })
  })

  run('an older version is refused with the present one, and faulty boxes by name', async () => {
    const { ids } = await filed(await photo(), doc())
    const [id = 0, paper = 0] = ids
    const [staff, member] = [await signedIn('content'), await signedIn('member')]
    const [first, second] = await Promise.all([
      change(id, staff.bearer, { boxes: [FACE] }),
      change(id, staff.bearer, { boxes: [{ ...FACE, x: 0.1 }] }),
    ])
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1)
    const lost = first.ok ? second : first
    expect(lost).toMatchObject({
      problem: { code: 'conflict', current: { version: 2, boxes: [expect.any(Object)] } },
    })
    expect(await change(paper, staff.bearer, { boxes: [FACE] })).toMatchObject({
      problem: { code: 'invalid', fields: [{ path: 'body.boxes', code: 'not_a_picture' }] },
    })
    for (const boxes of [
      [{ ...FACE, x: 0.9 }],
      [{ ...FACE, width: 0 }],
      [{ ...FACE, y: -0.1 }],
      Array.from({ length: 61 }, () => FACE),
    ])
      expect(await change(id, staff.bearer, { version: 2, boxes })).toMatchObject({
        ok: false,
        problem: { fields: [{ path: expect.stringMatching(/^body\.boxes/) }] },
      })
    expect(await change(id, staff.bearer, { version: 2, reason: ' ' })).toMatchObject({ ok: false })
    expect(await change(id, member.bearer)).toMatchObject({ problem: { code: 'forbidden' } })
    expect(
      await server.client.call(readPublicCopy, { params: { id } }, { bearer: member.bearer }),
    ).toMatchObject({ problem: { code: 'forbidden' } })
  })
})
