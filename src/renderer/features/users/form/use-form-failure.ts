import { useState } from 'react'
import type { UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FIELD_NAMES } from '#shared/domain/people/member-fields.ts'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import { useFormProblems } from '../../../ui/call/form-problems.ts'
import { ownPlaces } from '../../../ui/call/place-faults.ts'
import type { FormNotice } from '../../../ui/form/form-end.tsx'
import type { UserForm } from './user-form.ts'

/** The fields of the form for the server's names. */
const PLACES = {
  ...ownPlaces(FIELD_NAMES),
  password: 'password',
  wldCardPhoto: 'photo',
  idProofPhotoFront: 'idFront',
  idProofPhotoBack: 'idBack',
  wldProfile: 'photo',
  idProofFront: 'idFront',
  idProofBack: 'idBack',
} as const

class UploadFailure extends CallFailure {}

/**
 * Shows each fault beside its field and leads to their list; the rest stands above the buttons, under a title that names
 * the failed step. A box there would cover the fault of a field on a phone, so it says nothing that a field says.
 */
export function useFormFailure(
  setError: UseFormSetError<UserForm>,
  title: string,
  toFaults: () => void,
) {
  const { t } = useTranslation(['userManagement', 'problems'])
  const [notice, setNotice] = useState<FormNotice>()
  const place = useFormProblems<UserForm>(setError, PLACES)
  return {
    notice,
    clear: () => setNotice(undefined),
    show: (error: unknown): void => {
      if (!(error instanceof CallFailure)) throw error
      const text = place(error)
      // The refusal renders the list in one of the next tasks.
      if (text === undefined)
        return void requestAnimationFrame(() => requestAnimationFrame(toFaults))
      setNotice({
        title: error instanceof UploadFailure ? t('errors.photoUploadFailed') : title,
        text,
      })
    },
    /** Runs an upload, so that its failure differs from that of the change. */
    ofUpload: async <T>(upload: () => Promise<T>): Promise<T> => {
      try {
        return await upload()
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        throw new UploadFailure(error.failed)
      }
    },
  }
}
