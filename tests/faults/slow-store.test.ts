/** A file store whose every reply takes a while is slow, and nothing else. */
import { expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { startCutLine } from '#tests/support/cut-line.ts'
import { uploadInParts } from '#tests/support/evidence-uploads.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { film } from '#tests/support/sample-films.ts'

const MEGABYTE = 1024 * 1024

test('an upload over a line that holds each piece for 200 ms arrives whole', async () => {
  const store = await startFakeS3()
  const line = await startCutLine(store.settings.endpoint)
  line.slow(200)
  const { region, bucket, accessKeyId, secretAccessKey } = store.settings
  const server = await startApiServer({
    engine: 'sqlite',
    env: {
      LIMITS_SCALE: '1000',
      S3_ENDPOINT: line.url,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  })
  try {
    const { id } = await buildMember(server.deps)
    const { accessToken } = await openSession(server.deps, id, 'test')
    const bytes = film({ picture: Buffer.alloc(2 * MEGABYTE, 7) })
    const answer = await uploadInParts(server, accessToken, bytes)
    expect(answer.status).toBe(200)
    expect([...store.objects.keys()].filter((key) => key.startsWith('part/'))).toHaveLength(3)
  } finally {
    await server.stop()
    await line.stop()
    await store.stop()
  }
})
