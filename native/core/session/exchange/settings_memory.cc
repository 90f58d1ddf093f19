#include "core/session/exchange/settings_memory.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/session/settings/field_check.h"

namespace sdkpp::session {

namespace {

using namespace field;  // the checks of the tables

constexpr Field kSetting{1, "setting"};
/// A row is known by its name in JavaScript, its fields by their place behind it: they keep it, and a new one
/// comes last.
constexpr Field kName{1, "name"};

constexpr Field At(std::uint8_t place, std::string_view name) noexcept {
  return {static_cast<std::uint8_t>(place + kName.number), name};
}

/// Calls visit(member, JavaScript name, check) for each field of a setting.
#define FIELD(type, member, name, ...) visit(setting.member, name, __VA_ARGS__);
#define SETTING(Name, name, fields)                                  \
  template <class Setting, class Visit>                              \
  requires std::same_as<std::remove_const_t<Setting>, command::Name> \
  void VisitFields(Setting& setting, const Visit& visit) { fields }
#define USER_SETTING(Name, name, fields)
#include "core/session/settings/settings.def"

#define ENCODER_FIELD(type, member, initial, name, ...) visit(settings.member, name, __VA_ARGS__);
template <class Settings, class Visit>
void VisitEncoder(Settings& settings, const Visit& visit) {
#include "core/session/settings/encoder_settings.def"
}

bool Accepts(const Flag&, bool) noexcept { return true; }
template <class Value>
bool Accepts(const Number& check, Value value) noexcept {
  return static_cast<double>(value) >= check.least && static_cast<double>(value) <= check.most;
}
bool Accepts(const Integer& check, int value) noexcept { return check.Accepts(value); }
template <std::size_t kCount>
bool Accepts(const OneOf<kCount>& check, int value) noexcept {
  return check.Accepts(value);
}
bool Accepts(const Milliseconds& check, Duration value) noexcept {
  const double ms = std::chrono::duration<double, std::milli>(value).count();
  return ms >= check.least && ms <= check.most;
}
bool Accepts(const Enumerator& check, int value) noexcept { return value >= 0 && value <= check.last; }
template <std::size_t kCount>
bool Accepts(const Choice<kCount>&, std::integral auto value) noexcept {
  return static_cast<std::size_t>(value) < kCount;
}

template <class Value>
void SaveValue(FieldWriter& out, Field field, const Value& value) {
  out.Number(field, value);
}
void SaveValue(FieldWriter& out, Field field, const EncoderSettings& value) {
  out.Record(field, [&](FieldWriter& record) {
    std::uint8_t place = 0;
    VisitEncoder(value, [&](const auto& member, std::string_view name, const auto&) {
      record.Number(At(++place, name), member);
    });
  });
}

/// A value that is not there stays what it is at first: an older version did not have it.
template <class Value, class Check>
void RestoreValue(FieldReader& in, Field field, Value& value, const Check& check) {
  if constexpr (std::is_enum_v<Value>) {
    const auto raw = in.Maybe<std::underlying_type_t<Value>>(field);
    if (!raw) return;
    Accepts(check, *raw) ? void(value = static_cast<Value>(*raw)) : in.Refuse(field);
  } else {
    const auto saved = in.Maybe<Value>(field);
    if (!saved) return;
    Accepts(check, *saved) ? void(value = *saved) : in.Refuse(field);
  }
}
void RestoreValue(FieldReader& in, Field field, EncoderSettings& value, const Encoder&) {
  auto record = in.MaybeRecord(field);
  if (!record) return;
  std::uint8_t place = 0;
  VisitEncoder(value, [&](auto& member, std::string_view name, const auto& check) {
    RestoreValue(*record, At(++place, name), member, check);
  });
}

template <class Setting>
void SaveSetting(FieldWriter& out, std::string_view name, const Setting& setting) {
  out.Record(kSetting, [&](FieldWriter& record) {
    record.Text(kName, name);
    std::uint8_t place = 0;
    VisitFields(setting, [&](const auto& member, std::string_view field, const auto&) {
      SaveValue(record, At(++place, field), member);
    });
  });
}

template <class Setting>
Setting RestoreSetting(FieldReader& in) {
  Setting setting;
  std::uint8_t place = 0;
  VisitFields(setting, [&](auto& member, std::string_view field, const auto& check) {
    RestoreValue(in, At(++place, field), member, check);
  });
  return setting;
}

}  // namespace

void SettingsMemory::Note(const MediaCommand& command) {
#define SETTING(Name, name, fields) \
  if (const auto* setting = std::get_if<command::Name>(&command)) Name##_ = *setting;
#define USER_SETTING(Name, name, fields)
#include "core/session/settings/settings.def"
}

void SettingsMemory::Save(FieldWriter& out) const {
#define SETTING(Name, name, fields) \
  if (Name##_) SaveSetting(out, name, *Name##_);
#define USER_SETTING(Name, name, fields)
#include "core/session/settings/settings.def"
}

void SettingsMemory::Restore(FieldReader& in) {
  in.EachRecord(kSetting, [&](FieldReader record) {
    const std::string_view saved = record.Text(kName);
#define SETTING(Name, name, fields) \
  if (saved == name) Name##_ = RestoreSetting<command::Name>(record);
#define USER_SETTING(Name, name, fields)
#include "core/session/settings/settings.def"
  });
}

}  // namespace sdkpp::session
