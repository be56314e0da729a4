import QRCode from 'qrcode'
import sharp from 'sharp'
import { expose } from './frames-degrade.ts'
import { drawPayload } from './frames-payload.ts'
import { createRandom, frameSeed } from './frames-random.ts'
import {
  CATEGORIES,
  CHANGES,
  ordinaryRecipe,
  type Category,
  type FrameSize,
} from './frames-recipes.ts'
import { renderScene } from './frames-scene.ts'

export interface MadeFrame {
  category: Category
  /** The text of the code; null when the picture has none. */
  text: string | null
  width: number
  height: number
  rgba: Uint8ClampedArray<ArrayBuffer>
}

const SIZES: readonly FrameSize[] = [
  { width: 1280, height: 720 },
  { width: 640, height: 480 },
]

/** All categories in turn, each in both sizes. */
export function frameCategory(index: number): { category: Category; size: FrameSize } {
  const category = CATEGORIES[index % CATEGORIES.length]
  const size = SIZES[Math.floor(index / CATEGORIES.length) % SIZES.length]
  if (category === undefined || size === undefined)
    throw new Error(`frame index ${index} is not a natural number`)
  return { category, size }
}

/** Frame number `index` of the series `seed`. The same numbers give the same picture, if `draw` gives the same text. */
export async function makeFrame(
  seed: number,
  index: number,
  only?: Partial<ReturnType<typeof frameCategory>>,
  draw = drawPayload,
): Promise<MadeFrame> {
  const { category, size } = { ...frameCategory(index), ...only }
  const random = createRandom(frameSeed(seed, index))
  const recipe = ordinaryRecipe(random, size)
  CHANGES[category](recipe, random, size)
  const text = recipe.hasCode ? draw(random, recipe) : null
  const modules = text === null ? null : QRCode.create(text, { errorCorrectionLevel: 'L' }).modules
  const plane = renderScene(random, size, modules, recipe.pose, recipe.look)
  for (const pass of recipe.optics) pass(plane)
  const rgba = expose(plane, random, recipe.sensor)
  return {
    category,
    text,
    ...size,
    rgba: recipe.jpegQuality === null ? rgba : await throughJpeg(rgba, size, recipe.jpegQuality),
  }
}

async function throughJpeg(
  rgba: Uint8ClampedArray<ArrayBuffer>,
  { width, height }: FrameSize,
  quality: number,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const jpeg = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer()
  const decoded = await sharp(jpeg).ensureAlpha().raw().toBuffer()
  return new Uint8ClampedArray(decoded)
}
