import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { makeFrame } from './frames-make.ts'
import { CATEGORIES } from './frames-recipes.ts'

// npm run bench -- frames DIR [--count N] [--seed S]
// Writes degraded camera frames of our own and DIR/truth.json, for `npm run bench -- scan DIR`.

const USAGE = 'usage: npm run bench -- frames DIR [--count N] [--seed S]'

function naturalNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new Error(`--${name} must be a whole number, not “${value}”\n${USAGE}`)
  return Number(value)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: String(CATEGORIES.length * 4) },
      seed: { type: 'string', default: '1' },
    },
  })
  const [directory, ...rest] = positionals
  if (directory === undefined || rest.length > 0) throw new Error(USAGE)
  const count = naturalNumber('count', values.count)
  const seed = naturalNumber('seed', values.seed)
  await mkdir(directory, { recursive: true })
  const truth: { file: string; text: string | null; category: string }[] = []
  for (let index = 0; index < count; index++) {
    const { rgba, width, height, text, category } = await makeFrame(seed, index)
    const file = `${String(index).padStart(4, '0')}-${category}-${width}x${height}.png`
    // Colour noise cannot be compressed; effort 1 halves the time for 3 % more bytes.
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toFile(join(directory, file))
    truth.push({ file, text, category })
  }
  await writeFile(join(directory, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`)
  console.info(`${count} frames in ${directory}`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
