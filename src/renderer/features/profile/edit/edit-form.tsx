import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/users.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { createFormUploads } from '../../../platform/files/upload.ts'
import { FormButtons } from '../../../ui/button/form-buttons.tsx'
import { useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { CountryField } from '../../../ui/combo/country-field.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { LeaveDialog } from '../../../ui/form/leave-dialog.tsx'
import { PhotoField } from '../../../ui/photo/photo-field.tsx'
import { type Profile, reloadProfile } from '../use-profile.ts'
import { placeChange, type PlaceFields, placeOf } from './profile-change.ts'

interface EditFields extends PlaceFields {
  photo: File | undefined
}

/** Where the server's names of fields stand in this form. */
const PLACES = {
  currentCountry: 'country',
  currentCity: 'city',
  currentVillage: 'village',
  photoUrl: 'photo',
  wldProfile: 'photo',
} as const

export function EditForm({
  profile,
  onClose,
}: {
  readonly profile: Profile
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['profile', 'memberFields'])
  const [progress, setProgress] = useState<number>()
  const [uploads] = useState(createFormUploads)
  const { register, control, handleSubmit, setError, formState } = useForm<EditFields>({
    defaultValues: { ...placeOf(profile), photo: undefined },
  })
  const show = useFormProblems(setError, PLACES)
  const { errors, isSubmitting, isDirty } = formState

  const save = useCall(async ({ photo, ...place }: EditFields) => {
    const change = placeChange(profile, place)
    if (photo === undefined && Object.keys(change).length === 0) return onClose()
    try {
      const sent = photo && (await uploads.upload({ wldProfile: photo }, setProgress))
      const body = sent === undefined ? change : { ...change, photoUrl: sent.wldProfile }
      await uploads.use(() => ask(updateMember, { params: { id: profile.cardId }, body }))
    } finally {
      setProgress(undefined)
    }
    await reloadProfile(profile.cardId)
    void queryClient.invalidateQueries({ queryKey: ['card'] }) // it shows the country, and for some the photo at once
    toast.success(t('updateSuccess'))
    onClose()
  }, show)
  const submit = handleSubmit(async (fields) => void (await save.run(fields)))

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <div className="grid gap-6 sm:grid-cols-2">
        <Controller
          control={control}
          name="photo"
          rules={{
            validate: (file) =>
              file === undefined || file.size <= PHOTO_MAX_BYTES || t('errors.photoTooLarge'),
          }}
          render={({ field }) => (
            <PhotoField
              kind="portrait"
              label={t('photo.new')}
              hint={t('photo.hint')}
              error={errors.photo?.message}
              file={field.value}
              onChange={field.onChange}
              progress={progress}
              texts={{ size: t('errors.photoTooLarge') }}
            />
          )}
        />
        <div className="grid content-start gap-5">
          <Controller
            control={control}
            name="country"
            rules={{ validate: (code) => code !== '' || t('place.countryRequired') }}
            render={({ field }) => (
              <CountryField
                label={t('memberFields:currentCountry.label')}
                error={errors.country?.message}
                value={field.value}
                onChange={field.onChange}
                required
              />
            )}
          />
          <TextField
            {...register('city', {
              validate: (text) => text.trim() !== '' || t('place.cityRequired'),
            })}
            label={t('memberFields:currentCity.label')}
            error={errors.city?.message}
            autoComplete="address-level2"
            maxLength={120}
            dir="auto"
            required
          />
          <TextField
            {...register('village', {
              validate: (text) => text.trim() !== '' || t('place.villageRequired'),
            })}
            label={t('memberFields:currentVillage.label')}
            error={errors.village?.message}
            autoComplete="address-level3"
            maxLength={120}
            dir="auto"
            required
          />
        </div>
      </div>
      <FailureNotice title={t('updateError')} text={save.notice} />
      <FormButtons
        busy={isSubmitting}
        onCancel={onClose}
        cancel={t('edit.cancel')}
        submit={t('edit.save')}
      />
      <LeaveDialog
        unsaved={isDirty && !isSubmitting}
        title={t('leave.title')}
        text={t('leave.text')}
        confirmLabel={t('leave.confirm')}
      />
    </form>
  )
}
