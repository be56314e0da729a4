import { useState } from 'react'
import { PhotoField } from '../../../ui/photo/photo-field.tsx'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { type Sample, useWords } from './sample.ts'

function Photos() {
  const say = useWords()
  const [card, setCard] = useState<File>()
  const [paper, setPaper] = useState<File>()
  const [face, setFace] = useState<File>()
  return (
    <div className="grid gap-5">
      <PhotoField
        kind="document"
        label={say('Front of the identity document', 'وجه وثيقة الهوية')}
        file={card}
        onChange={setCard}
        required
        progress={card === undefined ? undefined : 0.4}
      />
      <PhotoField
        kind="sheet"
        label={say('Signed paper', 'ورقة موقّعة')}
        file={paper}
        onChange={setPaper}
      />
      <PhotoField
        kind="portrait"
        label={say('Portrait', 'الصورة الشخصية')}
        file={face}
        onChange={setFace}
        error={
          face === undefined ? say('A portrait is missing.', 'الصورة الشخصية ناقصة.') : undefined
        }
      />
    </div>
  )
}

function Avatars() {
  return (
    <div className="flex items-end gap-3">
      <Avatar name="Amna Idris" size="small" />
      <Avatar name="Amna Idris" />
      <Avatar name="Amna Idris" size="large" />
    </div>
  )
}

export const PHOTO_SAMPLES: readonly Sample[] = [
  { name: 'PhotoField', Show: Photos },
  { name: 'Avatar', Show: Avatars },
]
