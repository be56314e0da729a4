import { ImageOff, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import { ageOn } from '#shared/domain/birth-date.ts'
import type { ScanAnswer } from '#shared/contract/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { nameScript } from './name-script.ts'
import type { KioskPerson } from './view.ts'

interface ResultPersonProps {
  readonly person: KioskPerson
  readonly source: ScanAnswer['source']
  /** The day for which the age is computed. */
  readonly today: Date
}

/** The card holder, to be compared with the person at the door: the face online, the birth date offline. */
export function ResultPerson({
  person: { name, birthDate, cardId, photoUrl },
  source,
  today,
}: ResultPersonProps) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { lang, dir } = nameScript(name)
  return (
    <div className="flex min-w-0 shrink-0 items-start gap-[2vw] landscape:max-w-[62%]">
      {photoUrl !== null && <Face key={photoUrl} url={photoUrl} name={name} />}
      <div className="min-w-0">
        <p
          lang={lang}
          dir={dir}
          className="text-[max(1.75rem,8vmin)] leading-[1.1] font-bold wrap-anywhere [&:lang(ar)]:leading-[1.45]"
        >
          {name}
        </p>
        {birthDate !== null && (
          <p className="mt-[1vmin] text-[max(1rem,3.2vmin)]">
            {t('person.born', {
              date: format.date(birthDate, 'medium'),
              count: ageOn(birthDate, today),
            })}
          </p>
        )}
        {cardId !== null && (
          <p className="text-[max(1rem,3.2vmin)]">
            <Ltr>{bareCardId(cardId)}</Ltr>
          </p>
        )}
        {photoUrl === null && (
          <p className="mt-[1vmin] flex items-center gap-2 text-[max(1rem,2.8vmin)] font-semibold">
            <UserRound aria-hidden="true" className="size-[1.3em] shrink-0" />
            {t(source === 'offline' ? 'person.offlinePhoto' : 'person.noPhoto')}
          </p>
        )}
      </div>
    </div>
  )
}

/** An address of the server, signed for some minutes: the browser frees the picture with the element. */
function Face({ url, name }: { readonly url: string; readonly name: string }) {
  const { t } = useTranslation('kiosk')
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <p className="grid h-[46vmin] w-[36.8vmin] shrink-0 content-center justify-items-center gap-2 rounded-md border-2 border-current p-2 text-center text-sm">
        <ImageOff aria-hidden="true" size={36} />
        {t('person.photoFailed')}
      </p>
    )
  return (
    <img
      src={url}
      alt={t('person.photoOf', { name })}
      width={480}
      height={600}
      fetchPriority="high"
      onError={() => setFailed(true)}
      className="h-[46vmin] w-[36.8vmin] shrink-0 rounded-md border-2 border-current bg-sunken object-cover"
    />
  )
}
