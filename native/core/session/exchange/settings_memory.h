#pragma once

#include <optional>

#include "core/base/field_reader.h"
#include "core/base/field_writer.h"
#include "core/session/exchange/media_message.h"
#include "core/session/settings/settings.h"

namespace sdkpp::session {

/// The settings that were made, for the process that goes on with the call: the newest of each row of
/// settings.def. Those of other users are in UserSettings. JavaScript thread.
class SettingsMemory {
 public:
  /// Remembers a command that is a setting, and no other.
  void Note(const MediaCommand& command);

  void Save(FieldWriter& out) const;
  /// Remembers what was saved. A setting that this version does not know is passed over.
  void Restore(FieldReader& in);

  /// `take` gets each remembered setting.
  template <class Take>
  void Each(const Take& take) const {
#define SETTING(Name, name, fields) \
  if (Name##_) take(*Name##_);
#define USER_SETTING(Name, name, fields)
#include "core/session/settings/settings.def"
  }

 private:
#define SETTING(Name, name, fields) std::optional<command::Name> Name##_;
#define USER_SETTING(Name, name, fields)
#include "core/session/settings/settings.def"
};

}  // namespace sdkpp::session
