#pragma once

#include "addon/arguments.h"
#include "core/session/settings/settings.h"

namespace sdkpp::addon {

/// Reads the arguments of a setting, checked as its row of settings.def says. Without meaning when
/// `arguments.ok()` is false afterwards.
#define SETTING(Name, name, fields) void Read(Arguments& arguments, session::command::Name& setting);
#include "core/session/settings/settings.def"

}  // namespace sdkpp::addon
