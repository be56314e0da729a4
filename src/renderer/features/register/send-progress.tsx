import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '../../platform/call-failure.ts'
import { faultText, problemText } from '../../ui/form-problems.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PHOTO_FIELDS } from './application.ts'
import type { PhotoProgress } from './upload-photos.ts'
import type { PhotoStates } from './use-send.ts'

const SHARE = { waiting: 0, sent: 1, failed: 0 } as const

/** Each photo on its way; one that failed says why. */
export function SendProgress({
  photos,
  sending,
}: {
  readonly photos: PhotoStates
  readonly sending: boolean
}) {
  const { t } = useTranslation(['registration', 'problems'])
  return (
    <div className="grid gap-3">
      {PHOTO_FIELDS.map((name) => {
        const progress = photos[name]
        return (
          <div key={name}>
            <ProgressBar
              value={progress.kind === 'sending' ? progress.share : SHARE[progress.kind]}
              label={t(`fields.${name}`)}
              tone={progress.kind === 'failed' ? 'danger' : 'brand'}
              {...(progress.kind !== 'sending' && { text: t(`photoState.${progress.kind}`) })}
            />
            {progress.kind === 'failed' && (
              <p className="mt-1 text-sm font-semibold text-danger">{reasonText(t, progress)}</p>
            )}
          </div>
        )
      })}
      {sending && (
        <output className="flex items-center gap-2 text-sm">
          <Spinner /> {t('summary.sending')}
        </output>
      )}
    </div>
  )
}

const SPEC_KEYS: Readonly<Record<string, string>> = {
  too_large: 'photoSizeError',
  wrong_type: 'photoTypeError',
}

function reasonText(
  t: TFunction,
  { failure }: Extract<PhotoProgress, { readonly kind: 'failed' }>,
): string {
  const fault = fieldFault(failure)
  if (fault === undefined) return problemText(t, failure)
  const key = SPEC_KEYS[fault.code]
  return key === undefined ? faultText(t, fault) : t(`registration:${key}`)
}

const fieldFault = ({ problem }: CallFailure) => problem?.fields[0]
