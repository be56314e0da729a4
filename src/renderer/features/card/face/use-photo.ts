import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../../platform/log-failure.ts'
import { IMAGE_TIMEOUT_MS, within } from './within.ts'

export interface Photo {
  readonly image: HTMLImageElement | undefined
  /** The file itself, to be kept. */
  readonly bytes: ArrayBuffer | undefined
  /** The last requested photo is loaded, or failed. */
  readonly ready: boolean
  readonly failed: boolean
  /** Resolves when the photo is loaded or failed. */
  readonly settled: () => Promise<unknown>
}

/** A signed address, or the kept file. */
export type PhotoSource = string | ArrayBuffer | null

/** Loads the portrait. While a new address loads, the earlier picture stays: it shows the same person. */
export function usePhoto(source: PhotoSource): Photo {
  const client = useQueryClient()
  const options = queryOptions({
    queryKey: ['card', 'photo', source instanceof ArrayBuffer ? 'kept' : source],
    queryFn: () => (source === null ? null : loadPhoto(source)),
    networkMode: 'always', // a kept one needs no network
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false, // a picture is no plain data
  })
  const { data, isPlaceholderData } = useQuery({ ...options, placeholderData: keepPreviousData })
  const loaded = source === null ? undefined : (data ?? undefined)
  return {
    image: loaded?.image,
    bytes: isPlaceholderData ? undefined : loaded?.bytes,
    ready: data !== undefined && !isPlaceholderData,
    failed: source !== null && data === null && !isPlaceholderData,
    settled: () => client.ensureQueryData(options),
  }
}

interface Loaded {
  readonly image: HTMLImageElement
  readonly bytes: ArrayBuffer
}

/** The picture, or null when it does not load in time: then the card shows its placeholder. */
async function loadPhoto(source: string | ArrayBuffer): Promise<Loaded | null> {
  const loaded = await within(
    IMAGE_TIMEOUT_MS,
    typeof source === 'string' ? fetchBytes(source).then(draw) : draw(source),
  )
  if (loaded === undefined) logFailure('Failed to sign photo')
  return loaded ?? null
}

/** Not through the browser's cache, which outlives the session: a portrait is kept by this app or not at all. */
async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address, {
    cache: 'no-store',
    signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The photo was answered with ${response.status}`)
  return response.arrayBuffer()
}

async function draw(bytes: ArrayBuffer): Promise<Loaded> {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return { image, bytes }
  } finally {
    URL.revokeObjectURL(address) // a decoded picture needs it no more
  }
}
