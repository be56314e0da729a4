import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import { createRegistration } from '#shared/contract/registration.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { useLanguage } from '../../../i18n/use-format.ts'
import { CallFailure } from '../../../platform/calls/api.ts'
import { askWithProof } from '../../../platform/calls/ask-with-proof.ts'
import { uploadFiles } from '../../../platform/files/upload.ts'
import { problemText, useFormProblems } from '../../../ui/call/form-problems.ts'
import { ownPlaces } from '../../../ui/call/place-faults.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  type Application,
  PHOTO_FIELDS,
  type PhotoName,
  type FieldName,
  MEMBER_ANSWERS,
  personOf,
} from '../application.ts'
import type { KeptTicket } from '../draft.ts'
import { forgetUploads, setReplyLost, setUploaded, wizard } from '../wizard.ts'
import { readServerMessage } from './server-message.ts'
import { type PhotoProgress, uploadPhotos } from './upload-photos.ts'

type Registration = CallArguments<typeof createRegistration>['body']
type UploadField = 'reqIdProofFront' | 'reqIdProofBack' | 'reqProfile'

/** Field of the upload, and name in the registration, of each photo (docs/spec/registration.md, 3). */
const PHOTO_NAMES = {
  idFront: { upload: 'reqIdProofFront', registration: 'idProofPhotoFront' },
  idBack: { upload: 'reqIdProofBack', registration: 'idProofPhotoBack' },
  portrait: { upload: 'reqProfile', registration: 'wldCardPhoto' },
} as const satisfies Record<
  PhotoName,
  { readonly upload: UploadField; readonly registration: string }
>

interface ProvenParts {
  readonly email: string
  readonly language: Language
  readonly photos: Readonly<Record<PhotoName, string>>
}

const toRegistration = (application: Application, { email, language, photos }: ProvenParts) =>
  ({
    ...personOf(application),
    email,
    password: application.password,
    connectionMethod: 'email' as const,
    newsletter: application.newsletter,
    language,
    termsAccepted: true as const,
    tribeConsent: application.tribeConsent,
    idProofPhotoFront: photos.idFront,
    idProofPhotoBack: photos.idBack,
    wldCardPhoto: photos.portrait,
  }) satisfies Registration

/** The field of the form for each fault that the server finds. */
const PLACES: Readonly<Record<string, FieldName | 'root.email'>> = {
  ...ownPlaces(MEMBER_ANSWERS),
  email: 'root.email',
  password: 'password',
  occupation: 'otherOccupation',
  newsletter: 'newsletter',
  termsAccepted: 'termsAccepted',
  tribeConsent: 'tribeConsent',
  idProofPhotoFront: 'idFront',
  idProofPhotoBack: 'idBack',
  wldCardPhoto: 'portrait',
  reqIdProofFront: 'idFront',
  reqIdProofBack: 'idBack',
  reqProfile: 'portrait',
}

export type SendPhase = 'idle' | 'photos' | 'registration'
export type PhotoStates = Readonly<Record<PhotoName, PhotoProgress>>

export type SendOutcome =
  | { readonly kind: 'sent'; readonly reference: string }
  /** The ticket has expired; `maybeSent`: an earlier try may have arrived although there was no response. */
  | { readonly kind: 'ticket-lost'; readonly maybeSent: boolean }
  /** Faults that are now shown beside their fields. */
  | { readonly kind: 'to-correct' }
  | { readonly kind: 'failed' }

const WAITING: PhotoStates = {
  idFront: { kind: 'waiting' },
  idBack: { kind: 'waiting' },
  portrait: { kind: 'waiting' },
}

const asFailure = (error: unknown): CallFailure => {
  if (error instanceof CallFailure) return error
  throw error
}

/** The server deletes unused uploads after half an hour: they are uploaded again once, without a press. */
const isStaleUpload = ({ problem }: CallFailure): boolean =>
  problem !== undefined &&
  problem.fields.length > 0 &&
  problem.fields.every(({ code }) => code === 'unknown_file')

export function useSend(form: UseFormReturn<Application>, ticket: KeptTicket) {
  const { t } = useTranslation(['registration', 'apiErrors', 'problems'])
  const language = useLanguage()
  const showFaults = useFormProblems(form.setError, PLACES)
  const [phase, setPhase] = useState<SendPhase>('idle')
  const [photos, setPhotos] = useState<PhotoStates>()
  const [failure, setFailure] = useState<{ readonly text: string; readonly userExists: boolean }>()

  function say(problem: CallFailure): void {
    const message = readServerMessage(problem)
    const text =
      message.kind === 'key'
        ? t(`apiErrors:${message.key}`)
        : message.kind === 'as-received'
          ? message.text
          : problemText(t, problem)
    setFailure({ text, userExists: problem.problem?.code === 'user-exists' })
    toast.error(text)
  }

  const photosOf = ({ idFront, idBack, portrait }: Application) => ({ idFront, idBack, portrait })

  async function bringPhotos(application: Application) {
    setPhase('photos')
    setPhotos(WAITING)
    return uploadPhotos({
      photos: photosOf(application),
      ticket: ticket.token,
      uploaded: wizard().uploaded,
      upload: async (name, file, onProgress) => {
        const field = PHOTO_NAMES[name].upload
        const addresses = await uploadFiles({ [field]: file }, { bearer: ticket.token, onProgress })
        const address = addresses[field]
        if (address === undefined)
          throw new CallFailure({ ok: false, problem: undefined, cause: 'unreadable' })
        return address
      },
      readFailure: asFailure,
      onProgress: (name, progress) =>
        setPhotos((before) => ({ ...(before ?? WAITING), [name]: progress })),
      onUploaded: setUploaded,
    })
  }

  async function sendRegistration(
    application: Application,
    addresses: Readonly<Record<PhotoName, string>>,
  ): Promise<string> {
    setPhase('registration')
    const body = toRegistration(application, {
      email: ticket.email,
      language,
      photos: addresses,
    })
    const { id } = await askWithProof(
      createRegistration,
      { headers: {}, body },
      { bearer: ticket.token },
    )
    return id
  }

  async function attempt(application: Application, isSecond: boolean): Promise<SendOutcome> {
    const brought = await bringPhotos(application)
    if (!brought.ok) {
      const lost = brought.failures.some(({ failure: { problem } }) => problem?.status === 401)
      if (lost) return { kind: 'ticket-lost', maybeSent: wizard().replyLost }
      const text = t('apiErrors:photoUploadFailed')
      setFailure({ text, userExists: false })
      toast.error(text)
      return { kind: 'failed' }
    }
    try {
      return { kind: 'sent', reference: await sendRegistration(application, brought.addresses) }
    } catch (error) {
      const refusal = asFailure(error)
      if (refusal.problem === undefined) setReplyLost()
      if (refusal.problem?.status === 401)
        return { kind: 'ticket-lost', maybeSent: wizard().replyLost }
      if (isStaleUpload(refusal)) {
        forgetUploads()
        if (!isSecond) return attempt(application, true)
      }
      say(refusal)
      return (refusal.problem?.fields.length ?? 0) > 0 && showFaults(refusal) === undefined
        ? { kind: 'to-correct' }
        : { kind: 'failed' }
    }
  }

  return {
    phase,
    photos,
    failure,
    failedPhotos: PHOTO_FIELDS.filter((name) => photos?.[name].kind === 'failed'),
    async send(): Promise<SendOutcome> {
      setFailure(undefined)
      try {
        return await attempt(form.getValues(), false)
      } finally {
        setPhase('idle')
      }
    },
  }
}
