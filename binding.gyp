{
  "targets": [
    {
      "target_name": "sdkpp_through_cmake",
      "type": "none",
      "actions": [
        {
          "action_name": "build",
          "inputs": ["CMakeLists.txt"],
          "outputs": ["build/Release/sdkpp.node"],
          "action": ["node", "scripts/build-native.mjs"]
        }
      ]
    }
  ]
}
