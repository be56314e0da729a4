const FALLBACK_EVERY_MS = 33

/** Calls `onFrame` for every new picture of a playing video; answers how to stop. */
export function startFramePump(video: HTMLVideoElement, onFrame: () => void): () => void {
  // Typed as always there; Firefox has it since 132 only.
  const withCallback: Partial<
    Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>
  > = video
  if (withCallback.requestVideoFrameCallback === undefined) {
    const timer = setInterval(onFrame, FALLBACK_EVERY_MS)
    return () => clearInterval(timer)
  }
  let handle = 0
  const next = (): void => {
    onFrame()
    handle = video.requestVideoFrameCallback(next)
  }
  handle = video.requestVideoFrameCallback(next)
  return () => video.cancelVideoFrameCallback(handle)
}
