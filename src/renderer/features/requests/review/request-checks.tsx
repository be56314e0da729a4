import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FullRequest } from '#shared/contract/requests.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { REQUEST_CHECKS, type RequestCheck } from '#shared/domain/people/registration-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Checks } from '../../../ui/staff/desk/checks.tsx'

interface RequestChecksProps {
  readonly request: FullRequest
  readonly done: readonly RequestCheck[]
  readonly onChange: (done: readonly RequestCheck[]) => void
}

/** Each check has what the applicant wrote beside it: the eye goes from there to the document. */
export function RequestChecks({ request, done, onChange }: RequestChecksProps) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const { birthDate } = request
  const written: Partial<Record<RequestCheck, ReactNode>> = {
    name: <Auto>{fullName(request)}</Auto>,
    birthDate: birthDate !== null && birthDate !== '' && format.date(birthDate),
  }
  return (
    <Checks
      title={t('checks.title')}
      checks={REQUEST_CHECKS.map((id) => ({
        id,
        label: t(`checks.${id}`),
        about: written[id],
      }))}
      done={done}
      onChange={onChange}
    />
  )
}
