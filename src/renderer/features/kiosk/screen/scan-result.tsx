import { CloudOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import { assertNever } from '#shared/domain/assert-never.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LOOKS } from '../../../parts/card-check/result/looks.ts'
import { unbroken, useFirstEntryText } from '../../../parts/card-check/verdict/first-entry.ts'
import { useVoicesText } from '../../../ui/staff/voices.tsx'
import { useListAge } from '../use-list-age.ts'
import { ResultFrame } from './result-frame.tsx'
import { ResultPerson } from './result-person.tsx'
import type { ShownResult } from './scans.ts'
import type { KioskView } from './view.ts'

/** The result of the check-in, in one line; empty where the card was refused. */
export function useCheckInText(): (result: ScanResult, view: KioskView) => string {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const firstEntry = useFirstEntryText()
  return ({ verdict, checkIn, checkedAt }, { outcome, shownAt }) => {
    switch (checkIn.kind) {
      case 'recorded':
        return t('checkIn.recorded', { time: unbroken(format.time(checkIn.at)) })
      case 'before':
        return outcome === 'just'
          ? t('checkIn.just', { ago: format.relative(checkIn.at, shownAt) })
          : firstEntry(checkIn, checkedAt)
      case 'not-saved':
        return t(`checkIn.notSaved.${checkIn.fault}`)
      case 'none':
        return verdict === 'VALID' ? t('checkIn.none') : ''
      default:
        return assertNever(checkIn)
    }
  }
}

interface ResultOfScanProps {
  readonly shown: ShownResult
  /** Another card was read: this result is of the one before. */
  readonly isPast: boolean
  readonly onNext: () => void
}

/** The result of one card over the whole screen, legible from two metres by its word, its icon or its colour alone. */
export function ResultOfScan({ shown, isPast, onNext }: ResultOfScanProps) {
  const { result, view, voices, others } = shown
  const { t } = useTranslation(['kiosk', 'verification'])
  const checkInText = useCheckInText()
  const listAge = useListAge()
  const [cards, handedOut] = useVoicesText()(voices)
  const { look, person } = view
  const said = checkInText(result, view)
  // A plain VALID needs no reason; any other reason is for the staff at the screen.
  const reason =
    result.reason === 'signed' ? undefined : t(`verification:reasons.${result.reason}.title`)
  return (
    <ResultFrame look={look} isPast={isPast} onNext={onNext}>
      {person !== undefined && (
        <ResultPerson person={person} source={result.source} today={new Date(result.checkedAt)} />
      )}
      <div className="result-todo">
        <p className="result-loud">{t(`verification:${look.instruction}`)}</p>
        {cards !== undefined && <p className="result-loud">{cards}</p>}
        {handedOut !== undefined && <Warning text={handedOut} />}
        {result.reason === 'by-id' && <Warning text={t('verification:reasons.by-id.todo')} />}
        {others > 0 && look.tone === 'stop' && (
          <Warning
            text={
              look.holdMs === null ? t('screen.refused') : t('screen.waiting', { count: others })
            }
          />
        )}
        {said !== '' && <p className="result-small font-semibold">{said}</p>}
        {reason !== undefined && <p className="result-small">{reason}</p>}
        {result.source === 'offline' && (
          <p className="result-small flex items-center gap-2 font-semibold">
            <CloudOff aria-hidden="true" className="size-[1.3em] shrink-0" />
            {result.listAgeS === null
              ? t('screen.offline')
              : t('screen.offlineList', { age: listAge(result.listAgeS) })}
          </p>
        )}
      </div>
    </ResultFrame>
  )
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p className="result-small flex items-start gap-2 font-bold">
      <TriangleAlert aria-hidden="true" className="mt-[0.1em] size-[1.2em] shrink-0" />
      {text}
    </p>
  )
}

/** Main did not respond: in no colour of a verdict. */
export function FailedResult({ onNext }: { readonly onNext: () => void }) {
  const { t } = useTranslation('verification')
  return (
    <ResultFrame look={LOOKS.unchecked} isPast={false} onNext={onNext}>
      <div className="result-todo">
        <p className="result-loud">{t(LOOKS.unchecked.instruction)}</p>
      </div>
    </ResultFrame>
  )
}
