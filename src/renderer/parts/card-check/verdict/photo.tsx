import { CloudOff, ImageOff, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface PhotoProps {
  readonly url: string | null
  readonly name: string
  /** The picture cannot be loaded: that does not say whether there is one. */
  readonly offline?: boolean
}

/**
 * The portrait of the register, 4:5. Each address gets its own element, so that an older face is never shown in its
 * place.
 */
export function Photo({ url, name, offline = false }: PhotoProps) {
  return (
    <div
      data-face
      className="relative aspect-4/5 overflow-hidden rounded-md border border-line bg-sunken"
    >
      {url === null ? (
        <NoPhoto why={offline ? 'offline' : 'none'} />
      ) : (
        <Picture key={url} url={url} name={name} />
      )}
    </div>
  )
}

function Picture({ url, name }: { readonly url: string; readonly name: string }) {
  const { t } = useTranslation('verification')
  const [failed, setFailed] = useState(false)
  if (failed) return <NoPhoto why="failed" />
  return (
    <img
      src={url}
      alt={t('person.photoOf', { name })}
      width={480}
      height={600}
      fetchPriority="high"
      onError={() => setFailed(true)}
      className="size-full object-cover"
    />
  )
}

const NO_PHOTO = {
  none: { Icon: UserRound, text: 'person.noPhoto' },
  failed: { Icon: ImageOff, text: 'person.photoFailed' },
  offline: { Icon: CloudOff, text: 'offline.noPhoto' },
} as const

function NoPhoto({ why }: { readonly why: keyof typeof NO_PHOTO }) {
  const { t } = useTranslation('verification')
  const { Icon, text } = NO_PHOTO[why]
  return (
    <div className="grid size-full content-center justify-items-center gap-2 p-2 text-center text-xs text-muted">
      <Icon aria-hidden="true" className="size-10" strokeWidth={1.5} />
      {t(text)}
    </div>
  )
}
