#include "addon/read_setting.h"

namespace sdkpp::addon {

namespace {

using namespace session::field;  // the checks of the tables
using session::AudioMode;
using session::EncoderSettings;
using session::NoiseReduction;
using session::UnfilteredPolicy;

/// Reads one argument after another, each as its row says.
class SettingReader {
 public:
  explicit SettingReader(Arguments& arguments) : arguments_(arguments) {}

  template <class Value, class Check>
  void Next(Value& value, const char* name, const Check& check) {
    value = static_cast<Value>(arguments_.Field(at_++, name, check));
  }

  void Next(EncoderSettings& value, const char* name, const Encoder&) {
    Properties properties(arguments_, arguments_.At(at_++), name);
#define ENCODER_FIELD(type, member, initial, name, ...) \
  value.member = static_cast<type>(properties.Field(name, __VA_ARGS__));
#include "core/session/settings/encoder_settings.def"
  }

 private:
  Arguments& arguments_;
  std::size_t at_ = 0;
};

}  // namespace

#define FIELD(type, member, name, ...) reader.Next(setting.member, name, __VA_ARGS__);
#define SETTING(Name, name, fields)                                  \
  void Read(Arguments& arguments, session::command::Name& setting) { \
    SettingReader reader(arguments);                                 \
    fields                                                           \
  }
#include "core/session/settings/settings.def"

}  // namespace sdkpp::addon
