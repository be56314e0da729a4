import { CloudOff, ImageOff, type LucideIcon, UserRound } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import { ageOn } from '#shared/domain/people/birth-date.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { nameEms } from '../../../parts/card-check/verdict/fitted-text.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { nameScript } from './name-script.ts'
import type { KioskPerson } from './view.ts'

/** Lines that a long name may take. The last one is never full. */
const NAME_LINES = 1.9

interface ResultPersonProps {
  readonly person: KioskPerson
  readonly source: ScanResult['source']
  /** The day for which the age is computed. */
  readonly today: Date
}

/** The card holder, to be compared with the person at the door: the face online, the birth date offline. */
export function ResultPerson({ person, source, today }: ResultPersonProps) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { name, birthDate, cardId, photoUrl } = person
  const { longest, whole } = nameEms(name)
  return (
    <>
      {photoUrl === null ? (
        <NoFace
          Icon={source === 'offline' ? CloudOff : UserRound}
          text={t(source === 'offline' ? 'person.offlinePhoto' : 'person.noPhoto')}
        />
      ) : (
        <Face key={photoUrl} url={photoUrl} name={name} />
      )}
      <div className="min-w-0">
        {/* The line follows the interface: a name in the other script stands at the side where it is looked for. */}
        <p
          className="result-name"
          style={{ '--part-ems': longest, '--ems': whole / NAME_LINES } as CSSProperties}
        >
          <bdi {...nameScript(name)}>{name}</bdi>
        </p>
        <p className="result-facts flex flex-wrap gap-x-[1.5em]">
          {birthDate !== null && (
            <span>
              {t('person.born', {
                date: format.date(birthDate, 'medium'),
                count: ageOn(birthDate, today),
              })}
            </span>
          )}
          {cardId !== null && <Ltr>{bareCardId(cardId)}</Ltr>}
        </p>
      </div>
    </>
  )
}

/** An address of the server, signed for some minutes: the browser frees the picture with the element. */
function Face({ url, name }: { readonly url: string; readonly name: string }) {
  const { t } = useTranslation('kiosk')
  const [failed, setFailed] = useState(false)
  if (failed) return <NoFace Icon={ImageOff} text={t('person.photoFailed')} />
  return (
    <img
      src={url}
      alt={t('person.photoOf', { name })}
      width={480}
      height={600}
      fetchPriority="high"
      onError={() => setFailed(true)}
      className="result-face rounded-md border-2 border-current bg-sunken object-cover"
    />
  )
}

/** In the place of the face, so that nothing moves. */
function NoFace({ Icon, text }: { readonly Icon: LucideIcon; readonly text: string }) {
  return (
    <p className="result-face result-small grid content-center justify-items-center gap-[0.5em] rounded-md border-2 border-dashed border-current p-[0.5em] text-center font-semibold">
      <Icon aria-hidden="true" className="size-[3em]" strokeWidth={1.5} />
      {text}
    </p>
  )
}
