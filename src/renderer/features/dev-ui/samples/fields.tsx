import { useState } from 'react'
import { CountriesField, CountryField } from '../../../ui/combo/country-field.tsx'
import { EMPTY_PHONE, PhoneField } from '../../../ui/combo/phone-field.tsx'
import { asClock, useCountdown } from '../../../ui/feedback/countdown.ts'
import { CodeField } from '../../../ui/field/code-field.tsx'
import { StrengthMeter } from '../../../ui/field/strength-meter.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { PasswordField, SelectField, TextField } from '../../../ui/field/text-field.tsx'
import { type Sample, useWords } from './sample.ts'

function Texts() {
  const say = useWords()
  return (
    <div className="grid gap-4">
      <TextField
        label={say('Family name', 'اسم العائلة')}
        hint={say('As on your passport.', 'كما في جواز السفر.')}
        required
      />
      <TextField
        label={say('E-mail address', 'البريد الإلكتروني')}
        defaultValue="amna@"
        error={say(
          'Give an address such as name@example.org.',
          'أدخل عنوانًا مثل name@example.org.',
        )}
        dir="ltr"
      />
      <TextField label={say('Card number', 'رقم البطاقة')} defaultValue="WLD_10004217" disabled />
      <TextArea
        label={say('Comment', 'تعليق')}
        maxChars={200}
        defaultValue={say('Two lines of text', 'سطران من النص')}
      />
      <TextArea
        label={say('Too long', 'أطول من اللازم')}
        rows={2}
        maxChars={5}
        defaultValue={say('Too long', 'أطول من اللازم')}
      />
      <SelectField
        label={say('Marital status', 'الحالة الاجتماعية')}
        options={[{ value: 'm', label: say('Married', 'متزوج') }]}
      />
    </div>
  )
}

function Passwords() {
  const say = useWords()
  const [password, setPassword] = useState('Fasher1')
  return (
    <div className="grid gap-4">
      <PasswordField
        label={say('New password', 'كلمة المرور الجديدة')}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <StrengthMeter password={password} />
      <StrengthMeter password="abc" />
      <StrengthMeter password="Demo-Pass1!" />
    </div>
  )
}

function Codes() {
  const say = useWords()
  const [code, setCode] = useState('123')
  const [endsAt] = useState(() => Date.now() + 90_000)
  const left = useCountdown(endsAt)
  return (
    <div className="grid gap-4">
      <CodeField label={say('Code', 'الرمز')} value={code} onChange={setCode} />
      <CodeField label={say('Code', 'الرمز')} value="483920" onChange={() => undefined} busy />
      <CodeField
        label={say('Code', 'الرمز')}
        value=""
        onChange={() => undefined}
        error={say('This code is wrong.', 'هذا الرمز غير صحيح.')}
      />
      <p>
        {say('Send again in', 'إعادة الإرسال بعد')} <bdi dir="ltr">{asClock(left)}</bdi>
      </p>
    </div>
  )
}

function Countries() {
  const say = useWords()
  const [country, setCountry] = useState('SD')
  const [several, setSeveral] = useState(['SD', 'FR'])
  return (
    <div className="grid gap-4">
      <CountryField
        label={say('Country of birth', 'بلد الميلاد')}
        value={country}
        onChange={setCountry}
        required
      />
      <CountryField
        label={say('Country', 'البلد')}
        value=""
        onChange={() => undefined}
        error={say('Choose a country.', 'اختر بلدًا.')}
      />
      <CountriesField
        label={say('Nationalities', 'الجنسيات')}
        value={several}
        onChange={setSeveral}
        hint={say('As many as you have.', 'كل ما لديك.')}
      />
    </div>
  )
}

function Phones() {
  const say = useWords()
  const [phone, setPhone] = useState(EMPTY_PHONE)
  return (
    <div className="grid gap-4">
      <PhoneField label={say('Phone', 'الهاتف')} value={phone} onChange={setPhone} />
      <PhoneField
        label={say('Phone', 'الهاتف')}
        value={{ country: 'FR', number: '0612345678' }}
        onChange={() => undefined}
        error={say('This number does not exist.', 'هذا الرقم غير موجود.')}
      />
    </div>
  )
}

export const FIELD_SAMPLES: readonly Sample[] = [
  { name: 'TextField, TextArea, SelectField', Show: Texts },
  { name: 'PasswordField, StrengthMeter', Show: Passwords },
  { name: 'CodeField, useCountdown', Show: Codes },
  { name: 'CountryField, CountriesField', Show: Countries },
  { name: 'PhoneField', Show: Phones },
]
