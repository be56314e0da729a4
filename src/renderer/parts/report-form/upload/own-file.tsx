/** Files of this page before they are sent, as their reporter knows them again. */
import { type RefCallback, useCallback } from 'react'

/** The address lives as long as the element that shows it. */
const useShown = <E extends HTMLImageElement | HTMLAudioElement>(file: Blob): RefCallback<E> =>
  useCallback(
    (element: E) => {
      const address = URL.createObjectURL(file)
      element.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )

interface SoundPlayerProps {
  readonly sound: Blob
  readonly label: string
}

export const SoundPlayer = ({ sound, label }: SoundPlayerProps) => (
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the description that is asked for stands below
  <audio ref={useShown(sound)} controls preload="metadata" aria-label={label} className="w-full" />
)

/** Absent where the browser cannot draw the picture: most draw no HEIC. */
export const Thumbnail = ({ picture }: { readonly picture: Blob }) => (
  <img
    ref={useShown(picture)}
    alt=""
    decoding="async"
    className="size-16 shrink-0 rounded-sm border border-line object-cover"
    onError={({ currentTarget }) => {
      currentTarget.hidden = true
    }}
  />
)
