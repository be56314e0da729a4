import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import {
  INVITATION_CODE_MAX_LENGTH,
  MEMBER_MIN_AGE_YEARS,
} from '#shared/domain/registration-rules.ts'

/** The words of a fault, with the limits that they name. */
export function useFaultText(): (fault: string) => string {
  const { t } = useTranslation('registration')
  return useCallback(
    (fault: string) => t(fault, { years: MEMBER_MIN_AGE_YEARS, max: INVITATION_CODE_MAX_LENGTH }),
    [t],
  )
}
